package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.file.posix.FileProcFs;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program in another language, which knows the three fields of the seed and nothing else. */
class SeedPeerTest {
    private static final int ROUNDS = 100;

    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private String now(BatonClock clock) {
        return StatusJson.time(Instant.ofEpochMilli(clock.wallMillis()));
    }

    private String record(long pid) {
        return "{\"instance_id\":\"py\",\"pid\":" + pid + ",\"claimed_at\":\"" + now(site.clock) + "\"}";
    }

    private Process peer(Path marker) throws IOException {
        Path script = site.directory.resolveSibling("seed_peer.py");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/seed_peer.py"))) {
            Files.copy(in, script);
        }
        Files.createDirectories(site.layout.locks());
        return new ProcessBuilder(
                        "python3",
                        script.toString(),
                        site.lock().toString(),
                        marker.toString(),
                        Integer.toString(ROUNDS))
                .redirectErrorStream(true)
                .start();
    }

    @Test // FILE-6, FILE-5
    @Timeout(120)
    void aPythonPeerContendsBothWaysForAHundredRoundsAndThereAreNeverTwoLeaders() throws Exception {
        Path marker = site.directory.resolveSibling("marker");
        Player player = site.player(site.process(BatonClock.system(), false), "java");
        Process python = peer(marker);
        int won = 0;
        boolean pythonIsDone = false;
        while (!pythonIsDone || won < ROUNDS) {
            pythonIsDone = !python.isAlive();
            if (player.acquire() instanceof AcquireOutcome.Won win) {
                leadOnce(player, win.claim(), marker);
                won++;
            }
            LockSupport.parkNanos(500_000);
        }
        String said = new String(python.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(said).doesNotContain("collision").contains("won " + ROUNDS);
        assertThat(python.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(python.exitValue()).isZero();
        assertThat(won).isGreaterThanOrEqualTo(ROUNDS);
    }

    private static void leadOnce(Player player, Claim claim, Path marker) throws IOException {
        try {
            Files.createFile(marker);
        } catch (FileAlreadyExistsException twoLeaders) {
            throw new AssertionError("two leaders at epoch " + claim.epoch(), twoLeaders);
        }
        LockSupport.parkNanos(1_000_000);
        Files.delete(marker);
        player.release(claim);
    }

    @Test // FILE-6
    void aLivePeerIsWaitedForAndShownWithoutAnEpoch() throws IOException {
        site.write(record(ProcessHandle.current().pid()));
        Player player = site.player("java");
        AcquireOutcome.HeldBy held = player.mustWait();
        assertThat(held.holder()).isEqualTo("py");
        assertThat(held.epoch()).isZero();
        assertThat(Player.answer(player.backend().observe(Site.ELECTION))
                        .orElseThrow()
                        .epoch())
                .isZero();
        site.clock.pass(Duration.ofMillis(10_001));
        player.win();
    }

    @Test // FILE-6, FILE-10
    void aDeadPeerIsSucceededAtOnceAndAZombieIsDeadToo() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        site.write(record(gone.pid()));
        Player player = site.player("java");
        player.release(player.win());

        // The shell replaces itself before its child ends, so nobody collects that child: a zombie.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0.3 & echo $!; exec sleep 30").start();
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            Awaitility.await()
                    .until(() -> FileProcFs.process(zombie)
                            .filter(FileProcFs.Seen::zombie)
                            .isPresent());
            site.write(record(zombie));
            player.win();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test // FILE-6
    void aPidThatIsNoPidProvesNothing() throws IOException {
        for (long pid : new long[] {0, -1, Long.MAX_VALUE}) {
            site.write(record(pid));
            assertThat(site.player("java").mustWait().holder()).isEqualTo("py");
        }
    }
}
