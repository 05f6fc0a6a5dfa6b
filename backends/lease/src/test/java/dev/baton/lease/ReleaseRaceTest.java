package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.ContractStore;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every release wakes the standby. No roster is written here, and with a ttl of an hour the next regular poll is minutes
 * away, so nothing else can wake it.
 */
class ReleaseRaceTest {
    private static final int ROUNDS = 50;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final LeaseOptions HOUR = LeaseOptions.of(Duration.ofHours(1));

    /** A candidate and the signals that it received. */
    private record Side(Contender contender, SilentSignals signals) {

        static Side of(Backend backend, String id) {
            SilentSignals signals = new SilentSignals();
            return new Side(backend.contend(new ContenderSettings("nightly", id, 0, "", signals)), signals);
        }

        AcquireOutcome acquire() {
            return contender.acquire(0).toCompletableFuture().join();
        }
    }

    @Test // LEASE-5
    void noReleaseIsMissedOnSqlite() {
        try (SqliteLeaseStore store = new SqliteLeaseStore()) {
            handOver(store, store.url());
        }
    }

    @Test // LEASE-5
    void noReleaseIsMissedOnPostgres() {
        try (PostgresLeaseStore store = new PostgresLeaseStore()) {
            handOver(store, store.url());
        }
    }

    @ParameterizedTest // LEASE-5
    @ValueSource(strings = {"mariadb", "mysql"})
    @Tag("proof")
    void noReleaseIsMissedOnMariadb(String product) {
        try (MariadbLeaseStore store = new MariadbLeaseStore(product)) {
            handOver(store, store.url());
        }
    }

    private static void handOver(ContractStore store, String url) {
        String place = LeaseUrl.parse(url).store();
        try (LeaseBackend one = LeaseBackend.open(place, HOUR, BatonClock.system());
                LeaseBackend other = LeaseBackend.open(place, HOUR, BatonClock.system())) {
            List<Side> sides = List.of(Side.of(one, "one"), Side.of(other, "other"));
            Claim claim = won(sides.get(0).acquire());
            for (int round = 0; round < ROUNDS; round++) {
                Side leader = sides.get(round % 2);
                Side standby = sides.get(1 - round % 2);
                assertThat(standby.acquire()).as("round %d", round).isInstanceOf(AcquireOutcome.HeldBy.class);
                standby.signals().received.clear();
                assertThat(leader.contender()
                                .release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                                .toCompletableFuture()
                                .join())
                        .isInstanceOf(ReleaseOutcome.Released.class);
                Awaitility.await("round " + round + " on " + store)
                        .atMost(SOON)
                        .pollInterval(Duration.ofMillis(2))
                        .until(() -> standby.signals().received.contains("try now"));
                claim = won(standby.acquire());
            }
        }
    }

    private static Claim won(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }
}
