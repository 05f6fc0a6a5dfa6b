package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failing database: clear errors, no second leader, intact epochs and continued work afterwards. */
class FailingDatabaseTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    /** The number of statements of the form in which all records get one version. */
    private static final String UPDATES =
            "SELECT variable_value FROM information_schema.global_status" + " WHERE variable_name = 'COM_UPDATE_MULTI'";

    @TempDir
    Path folder;

    @Test // LEASE-2, FENCE-1
    void databaseRestartKeepsTheEpochAndALeader() {
        PostgresLeaseStore store = new PostgresLeaseStore();
        try (Baton one = Baton.builder().url(store.url()).isolated().connect();
                Baton other = Baton.builder().url(store.url()).isolated().connect()) {
            List<Long> epochs = new CopyOnWriteArrayList<>();
            Candidate first = one.candidate("nightly");
            Candidate second = other.candidate("nightly");
            first.onAcquired(leadership -> epochs.add(leadership.epoch()));
            second.onAcquired(leadership -> epochs.add(leadership.epoch()));
            first.start();
            Awaitility.await().atMost(SOON).until(first::isLeader);
            second.start();
            for (int round = 0; round < 2; round++) {
                store.restart();
                Awaitility.await().atMost(SOON).until(() -> first.isLeader() ^ second.isLeader());
            }
            Candidate leader = first.isLeader() ? first : second;
            Candidate standby = leader == first ? second : first;
            leader.close();
            Awaitility.await().atMost(SOON).until(standby::isLeader);
            List<Long> sorted = new ArrayList<>(epochs);
            sorted.sort(null);
            assertThat(epochs).isEqualTo(sorted).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(2);
        }
        store.close();
    }

    @Test // LEASE-2, FENCE-1
    void fullDiskKeepsTheEpochAndASingleLeader() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=640k", "tmpfs", folder.toString()) == 0,
                "this user may not mount a file system");
        try (LeaseBackend holder = open();
                LeaseBackend standby = open()) {
            Claim claim = ((AcquireOutcome.Won) acquire(contender(holder))).claim();
            run("sh", "-c", "cat /dev/zero > " + folder + "/filler; cat /dev/zero > " + folder + "/rest");
            RenewOutcome full = new RenewOutcome.Renewed(claim.countsFrom());
            for (int i = 0; i < 200 && full instanceof RenewOutcome.Renewed; i++) {
                full = renew(holder, claim);
            }
            assertThat(full).isInstanceOf(RenewOutcome.Unknown.class);
            assertThat(((RenewOutcome.Unknown) full).cause()).hasMessageContaining("disk");
            assertThat(acquire(contender(standby))).isNotInstanceOf(AcquireOutcome.Won.class);
            Files.delete(folder.resolve("filler"));
            assertThat(renew(holder, claim)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(acquire(contender(standby))).isInstanceOf(AcquireOutcome.HeldBy.class);
        } finally {
            run("umount", "-l", folder.toString());
        }
    }

    @Test // LEASE-2
    void oneThousandLeasesAreRenewedInOneTransaction() {
        PostgresLeaseStore store = new PostgresLeaseStore();
        try (LeaseBackend backend = (LeaseBackend) store.open(BatonClock.system())) {
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                Contender contender =
                        backend.contend(new ContenderSettings("shard:" + i, "holder", 0, "", new SilentSignals()));
                claims.add(((AcquireOutcome.Won) acquire(contender)).claim());
            }
            assertThat(backend.renew(claims).toCompletableFuture().join().values())
                    .hasSize(1000)
                    .allMatch(RenewOutcome.Renewed.class::isInstance);
            assertThat(store.number("SELECT count(DISTINCT xmin::text) FROM objects"
                            + " WHERE object_type = 'reconciler_lease'"))
                    .isEqualTo(1);
        }
        store.close();
    }

    @Test // LEASE-2
    void oneThousandLeasesAreRenewedInOneStatementOnMariadb() {
        MariadbLeaseStore store = new MariadbLeaseStore();
        try (LeaseBackend backend = (LeaseBackend) store.open(BatonClock.system())) {
            List<Claim> claims = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                Contender contender =
                        backend.contend(new ContenderSettings("shard:" + i, "holder", 0, "", new SilentSignals()));
                claims.add(((AcquireOutcome.Won) acquire(contender)).claim());
            }
            long updates = store.number(UPDATES);
            for (int round = 0; round < 2; round++) {
                assertThat(backend.renew(claims).toCompletableFuture().join().values())
                        .hasSize(1000)
                        .allMatch(RenewOutcome.Renewed.class::isInstance);
            }
            assertThat(store.number(UPDATES) - updates).isEqualTo(2);
            assertThat(store.number("SELECT count(DISTINCT resource_version) FROM objects"
                            + " WHERE object_type = 'reconciler_lease'"))
                    .isEqualTo(1);
        }
        store.close();
    }

    private LeaseBackend open() {
        return LeaseBackend.open(
                "sqlite:" + folder.resolve("lease.db"), LeaseOptions.of(Duration.ofSeconds(3)), BatonClock.system());
    }

    private static Contender contender(LeaseBackend backend) {
        return backend.contend(new ContenderSettings("nightly", backend.newInstanceId(), 0, "", new SilentSignals()));
    }

    private static AcquireOutcome acquire(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }

    private static RenewOutcome renew(LeaseBackend backend, Claim claim) {
        return backend.renew(List.of(claim))
                .toCompletableFuture()
                .join()
                .getOrDefault(claim, new RenewOutcome.Unknown(new IllegalStateException("no answer")));
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
