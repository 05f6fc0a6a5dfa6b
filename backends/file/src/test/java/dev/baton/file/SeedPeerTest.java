package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program in another language that knows only the three required fields of the lock record. */
class SeedPeerTest {
    private static final int ROUNDS = 100;

    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private String now(BatonClock clock) {
        return StatusJson.time(Instant.ofEpochMilli(clock.wallMillis()));
    }

    private String record(long pid) {
        return "{\"instance_id\":\"py\",\"pid\":" + pid + ",\"claimed_at\":\"" + now(store.clock) + "\"}";
    }

    private Process peer(Path marker) throws IOException {
        Path script = store.directory.resolveSibling("seed_peer.py");
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/seed_peer.py"))) {
            Files.copy(in, script);
        }
        Files.createDirectories(store.layout.locks());
        return new ProcessBuilder(
                        "python3",
                        script.toString(),
                        store.lock().toString(),
                        marker.toString(),
                        Integer.toString(ROUNDS))
                .redirectErrorStream(true)
                .start();
    }

    @Test // FILE-6, FILE-5
    @Timeout(120)
    void neverTwoLeadersInHundredRoundsAgainstPythonPeer() throws Exception {
        Path marker = store.directory.resolveSibling("marker");
        TestContender contender = store.realTimeContender("java");
        Process python = peer(marker);
        AtomicInteger won = new AtomicInteger();
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(100))
                .until(() -> {
                    boolean pythonIsDone = !python.isAlive();
                    if (contender.acquire() instanceof AcquireOutcome.Won win) {
                        leadOnce(contender, win.claim(), marker);
                        won.incrementAndGet();
                    }
                    return pythonIsDone && won.get() >= ROUNDS;
                });
        String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output).doesNotContain("collision").contains("won " + ROUNDS);
        assertThat(python.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(python.exitValue()).isZero();
    }

    private static void leadOnce(TestContender contender, Claim claim, Path marker) throws IOException {
        try {
            Files.createFile(marker);
        } catch (FileAlreadyExistsException twoLeaders) {
            throw new AssertionError("two leaders at epoch " + claim.epoch(), twoLeaders);
        }
        assertThat(contender.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        Files.delete(marker);
        contender.release(claim);
    }

    @Test // FILE-6
    void waitsForLivePeerAndShowsItWithoutEpoch() throws IOException {
        store.write(record(ProcessHandle.current().pid()));
        TestContender contender = store.contender("java");
        AcquireOutcome.HeldBy held = contender.expectHeld();
        assertThat(held.holder()).isEqualTo("py");
        assertThat(held.epoch()).isZero();
        assertThat(TestContender.await(contender.backend().observe(FileStoreFixture.ELECTION))
                        .orElseThrow()
                        .epoch())
                .isZero();
        store.clock.advance(Duration.ofMillis(10_001));
        contender.win();
    }

    @Test // FILE-6, FILE-10
    void replacesDeadOrZombiePeerImmediately() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        store.write(record(gone.pid()));
        TestContender contender = store.contender("java");
        contender.release(contender.win());

        // The shell replaces itself before its child ends, so the child is never reaped.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0.3 & echo $!; exec sleep 30").start();
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            Awaitility.await()
                    .until(() -> Files.readString(Path.of("/proc/" + zombie + "/stat"))
                            .contains(") Z "));
            store.write(record(zombie));
            contender.win();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test // FILE-6
    void invalidPidProvesNothing() throws IOException {
        for (long pid : new long[] {0, -1, Long.MAX_VALUE}) {
            store.write(record(pid));
            assertThat(store.contender("java").expectHeld().holder()).isEqualTo("py");
        }
    }
}
