package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.testkit.TestCandidateProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that are really processes. */
class RealProcessesTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static ProcessBuilder java(Class<?> main, List<String> flags, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(args));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    @Test // FILE-6
    @Timeout(60)
    void aLeaderThatIsKilledIsSucceededLongBeforeThePoll() {
        try (Baton baton = Baton.connect("file:" + site.directory);
                Candidate standby = baton.election(Site.ELECTION)
                        .candidate(CandidateSettings.builder()
                                .instanceId("standby")
                                .build())) {
            CompletableFuture<Long> acquired = new CompletableFuture<>();
            TestCandidateProcess victim =
                    TestCandidateProcess.start("file:" + site.directory, Site.ELECTION, "victim", Duration.ZERO);
            victim.awaitEvent("acquired");
            standby.onAcquired(leadership -> acquired.complete(System.nanoTime()));
            standby.start();
            Awaitility.await()
                    .until(() -> baton.election(Site.ELECTION).roster().stream()
                            .anyMatch(frame -> frame.instanceId().equals("standby")));
            long killed = System.nanoTime();
            victim.crash();
            long took = acquired.orTimeout(10, TimeUnit.SECONDS).join() - killed;
            System.out.println("kill -9 to acquired: " + TimeUnit.NANOSECONDS.toMicros(took) + " us");
            assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test // FILE-6, FILE-9
    @Timeout(60)
    void aKilledLeaderIsSucceededOnlyWhenTheProcessThatHoldsItsHoldHasEnded() throws Exception {
        Player standby = site.player(site.process(BatonClock.system(), false), "standby");
        Process leader = java(HoldMain.class, List.of(), site.directory.toString(), Site.ELECTION, "leader")
                .redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Process held = null;
        try {
            String hold = leader.inputReader().readLine();
            assertThat(Path.of(hold)).exists();
            held = new ProcessBuilder("flock", hold, "sh", "-c", "echo held; read line").start();
            assertThat(held.inputReader().readLine()).isEqualTo("held");
            standby.mustWait();
            kill9(leader);
            assertThat(standby.mustWait().holder()).isEqualTo("leader");
            int before = standby.signals().tries.get();
            held.getOutputStream().close();
            Awaitility.await().until(() -> standby.signals().tries.get() > before);
            assertThat(held.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(standby.win().epoch()).isEqualTo(2);
        } finally {
            leader.destroyForcibly();
            if (held != null) {
                held.destroyForcibly();
            }
        }
        // Not because the claim ran out: that would have freed it too.
        assertThat(Player.answer(site.process().history(Site.ELECTION)).get(0).reason())
                .contains("session_closed");
    }

    private static void kill9(Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-9", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(process.waitFor()).as("128 + SIGKILL").isEqualTo(137);
    }

    @Test // FILE-6, LEASE-10
    @Timeout(100)
    void sixteenCandidatesInFourProcessesNeverLeadTwoAtATime() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(java(
                            ScrambleMain.class,
                            List.of(),
                            site.directory.toString(),
                            Site.ELECTION,
                            site.directory.resolveSibling("marker").toString(),
                            "p" + i)
                    .start());
        }
        for (Process process : processes) {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(said).contains("done").doesNotContain("collision");
        }
        var reigns = Player.answer(site.process().history(Site.ELECTION));
        assertThat(reigns).hasSizeGreaterThanOrEqualTo(4 * ScrambleMain.CANDIDATES * ScrambleMain.REIGNS);
        assertThat(reigns).extracting(reign -> reign.epoch()).isSorted().doesNotHaveDuplicates();
    }

    @Test // FILE-14, API-7
    @Timeout(60)
    void aProcessThatCannotLoadNativeCodeSaysWhatToDoAndStillObserves() throws Exception {
        site.player(site.process(BatonClock.system(), false), "leader").win();
        Process process = java(
                        AttemptMain.class,
                        List.of("-Djna.nosys=true", "-Djna.nounpack=true", "-Djna.boot.library.path=/nowhere"),
                        site.directory.toString(),
                        Site.ELECTION,
                        "crippled")
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said.lines().filter(line -> line.startsWith("Unknown[")))
                .singleElement()
                .asString()
                .contains("-Djna.tmpdir=DIR");
        assertThat(said).contains("leader Optional[LeaderRecord[").contains("instanceId=leader");
        assertThat(said.lines().filter(line -> line.startsWith("checks ")))
                .singleElement()
                .asString()
                .contains("-Djna.tmpdir=DIR");
    }

    @Test // API-7
    @Timeout(60)
    void aMereObserverLoadsNoNativeCodeAndChangesNothingOfTheElection() throws Exception {
        Player leader = site.player(site.process(BatonClock.system(), false), "leader");
        leader.win();
        String before = site.read();
        Process process = java(
                        ObserverMain.class, List.of("-Xlog:class+load"), site.directory.toString(), Site.ELECTION)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(said).contains("leader Optional[LeaderRecord[").contains("elections [nightly]");
        assertThat(said).doesNotContain("com.sun.jna").doesNotContain("dev.baton.file.posix.LibC");
        assertThat(site.read()).isEqualTo(before);
    }
}
