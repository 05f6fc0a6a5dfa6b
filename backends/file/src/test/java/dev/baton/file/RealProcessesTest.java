package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
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

/** Tests with several operating-system processes. */
class RealProcessesTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
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
    void replacesKilledLeaderLongBeforePoll() {
        try (Baton baton = Baton.connect("file:" + store.directory);
                Candidate standby = baton.election(FileStoreFixture.ELECTION)
                        .candidate(CandidateSettings.builder()
                                .instanceId("standby")
                                .build())) {
            CompletableFuture<Long> acquired = new CompletableFuture<>();
            TestCandidateProcess victim = TestCandidateProcess.start(
                    "file:" + store.directory, FileStoreFixture.ELECTION, "victim", Duration.ZERO);
            victim.awaitEvent("acquired");
            standby.onAcquired(leadership -> acquired.complete(System.nanoTime()));
            standby.start();
            Awaitility.await()
                    .until(() -> baton.election(FileStoreFixture.ELECTION).roster().stream()
                            .anyMatch(status -> status.instanceId().equals("standby")));
            long killed = System.nanoTime();
            victim.crash();
            long took = acquired.orTimeout(10, TimeUnit.SECONDS).join() - killed;
            System.out.println("kill -9 to acquired: " + TimeUnit.NANOSECONDS.toMicros(took) + " us");
            assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test // FILE-6, FILE-9
    @Timeout(60)
    void replacesKilledLeaderOnlyAfterItsCommandHasEnded() throws Exception {
        TestContender standby = store.realTimeContender("standby");
        Process command = new ProcessBuilder("sh", "-c", "read line").start();
        Process leader = java(
                        LeaderWithCommandMain.class,
                        List.of(),
                        store.directory.toString(),
                        FileStoreFixture.ELECTION,
                        "leader",
                        Long.toString(command.pid()))
                .redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(leader.inputReader().readLine()).isEqualTo("true");
            standby.expectHeld();
            kill9(leader);
            Awaitility.await().until(() -> standby.expectHeld().holder().contains("its command runs as pid"));
            int before = standby.signals().tryNowCount.get();
            command.getOutputStream().close();
            Awaitility.await().until(() -> standby.signals().tryNowCount.get() > before);
            assertThat(command.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(standby.win().epoch()).isEqualTo(2);
        } finally {
            leader.destroyForcibly();
            command.destroyForcibly();
        }
        // The claim was taken because the process had ended, not because it was stale.
        assertThat(TestContender.await(store.process().history(FileStoreFixture.ELECTION))
                        .get(0)
                        .reason())
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
    void sixteenCandidatesInFourProcessesNeverLeadAtTheSameTime() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(java(
                            CompetingCandidatesMain.class,
                            List.of(),
                            store.directory.toString(),
                            FileStoreFixture.ELECTION,
                            store.directory.resolveSibling("marker").toString(),
                            "p" + i)
                    .start());
        }
        for (Process process : processes) {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(output).contains("done").doesNotContain("collision");
        }
        var tenures = TestContender.await(store.process().history(FileStoreFixture.ELECTION));
        assertThat(tenures)
                .hasSizeGreaterThanOrEqualTo(4 * CompetingCandidatesMain.CANDIDATES * CompetingCandidatesMain.TENURES);
        assertThat(tenures).extracting(tenure -> tenure.epoch()).isSorted().doesNotHaveDuplicates();
    }

    @Test // FILE-14, API-7
    @Timeout(60)
    void processWithoutNativeCodeReportsNextStepAndCanObserve() throws Exception {
        store.realTimeContender("leader").win();
        Process process = java(
                        AttemptMain.class,
                        List.of("-Djna.nosys=true", "-Djna.nounpack=true", "-Djna.boot.library.path=/nowhere"),
                        store.directory.toString(),
                        FileStoreFixture.ELECTION,
                        "no-native-code")
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(output.lines().filter(line -> line.startsWith("Unknown[")))
                .singleElement()
                .asString()
                .contains("-Djna.tmpdir=DIR");
        assertThat(output).contains("leader Optional[LeaderInfo[").contains("instanceId=leader");
        assertThat(output.lines().filter(line -> line.startsWith("checks ")))
                .singleElement()
                .asString()
                .contains("-Djna.tmpdir=DIR");
    }

    @Test // API-7
    @Timeout(60)
    void observerLoadsNoNativeCodeAndDoesNotChangeElection() throws Exception {
        TestContender leader = store.realTimeContender("leader");
        leader.win();
        String before = store.read();
        Process process = java(
                        ObserverMain.class,
                        List.of("-Xlog:class+load"),
                        store.directory.toString(),
                        FileStoreFixture.ELECTION)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains("leader Optional[LeaderInfo[").contains("elections [nightly]");
        assertThat(output).doesNotContain("com.sun.jna").doesNotContain("dev.baton.file.posix.LibC");
        assertThat(store.read()).isEqualTo(before);
    }
}
