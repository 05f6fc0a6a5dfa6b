package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Renewal while another program keeps some of the lock files locked. */
class LockedFilesTest {
    private final List<Process> lockers = new ArrayList<>();
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        lockers.forEach(Process::destroyForcibly);
        store.close();
    }

    private static Claim win(FileBackend backend, String election) {
        AcquireOutcome outcome =
                TestContender.await(backend.contend(new ContenderSettings(election, "a", 0, "", new RecordedSignals()))
                        .acquire(0));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    private void lock(String election) throws IOException {
        Process flock = new ProcessBuilder(
                        "flock", store.layout.lock(election).toString(), "sh", "-c", "echo locked; read line")
                .start();
        lockers.add(flock);
        assertThat(flock.inputReader().readLine()).isEqualTo("locked");
    }

    @Test // FILE-7
    void lockedFilesDoNotDelayRenewalOfOthers() throws IOException {
        FileBackend backend = store.process();
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            claims.add(win(backend, "e" + i));
        }
        for (int i = 0; i < 7; i++) {
            lock("e" + i);
        }
        long before = System.nanoTime();
        Map<Claim, RenewOutcome> outcomes = TestContender.await(backend.renew(claims));
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        assertThat(outcomes.get(claims.get(7))).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(claims.subList(0, 7))
                .allSatisfy(claim -> assertThat(outcomes.get(claim)).isInstanceOf(RenewOutcome.Unknown.class));
        assertThat(took).isLessThan(FileBackend.REQUEST_TIMEOUT.multipliedBy(4));
    }

    @Test // FILE-7
    void renewsFileThatIsUnlockedWithinRequestTimeout() throws IOException {
        FileBackend backend = store.process();
        Claim claim = win(backend, "e0");
        lock("e0");
        var result = backend.renew(List.of(claim));
        lockers.get(0).getOutputStream().close();
        assertThat(TestContender.await(result).get(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }
}
