package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.testkit.ContractStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sixty-four candidates that try to acquire at the same moment. */
class ManyAcquirersTest {
    private static final int PROCESSES = 8;

    @Test // LEASE-10
    void ofSixtyFourCandidatesInOneProcessExactlyOneWinsOnSqlite() {
        SqliteLeaseStore store = new SqliteLeaseStore();
        inOneProcess(store);
    }

    @Test // LEASE-10
    void ofSixtyFourCandidatesInOneProcessExactlyOneWinsOnPostgres() {
        inOneProcess(new PostgresLeaseStore());
    }

    @Test // LEASE-10
    void ofSixtyFourCandidatesInOneProcessExactlyOneWinsOnMariadb() {
        inOneProcess(new MariadbLeaseStore());
    }

    private static void inOneProcess(ContractStore store) {
        List<LeaseBackend> backends = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            backends.add((LeaseBackend) store.open(BatonClock.system()));
        }
        assertOneWon(AcquirersMain.ask(backends, 64 / PROCESSES));
        backends.forEach(LeaseBackend::close);
        store.close();
    }

    private static void assertOneWon(List<AcquireOutcome> outcomes) {
        assertThat(outcomes).hasSize(64);
        assertThat(outcomes).filteredOn(AcquireOutcome.Won.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(AcquireOutcome.HeldBy.class::isInstance).hasSize(63);
    }

    @Test // LEASE-10
    void ofSixtyFourCandidatesInEightProcessesExactlyOneWinsOnSqlite() throws Exception {
        SqliteLeaseStore store = new SqliteLeaseStore();
        overProcesses(withLongTtl(store.url()));
        store.close();
    }

    @Test // LEASE-10
    void ofSixtyFourCandidatesInEightProcessesExactlyOneWinsOnPostgres() throws Exception {
        PostgresLeaseStore store = new PostgresLeaseStore();
        overProcesses(withLongTtl(store.url()));
        store.close();
    }

    @Test // LEASE-10
    @Tag("proof")
    void ofSixtyFourCandidatesInEightProcessesExactlyOneWinsOnMariadb() throws Exception {
        MariadbLeaseStore store = new MariadbLeaseStore();
        overProcesses(withLongTtl(store.url()));
        store.close();
    }

    /** Eight programs that start at once on a small machine need a long ttl. */
    private static String withLongTtl(String url) {
        return url.replaceAll("ttl=.*", "ttl=300s");
    }

    private static void overProcesses(String url) throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(start(url));
        }
        for (Process process : processes) {
            assertThat(process.getInputStream().read()).isEqualTo('.');
        }
        for (Process process : processes) {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
        }
        int won = 0;
        int held = 0;
        for (Process process : processes) {
            String counts = new String(process.getInputStream().readNBytes(4), StandardCharsets.UTF_8);
            won += Integer.parseInt(counts.substring(0, 2));
            held += Integer.parseInt(counts.substring(2));
        }
        for (Process process : processes) {
            process.getOutputStream().close();
            assertThat(process.waitFor()).isZero();
        }
        assertThat(won).isEqualTo(1);
        assertThat(held).isEqualTo(63);
    }

    private static Process start(String url) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AcquirersMain.class.getName(),
                        url)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
