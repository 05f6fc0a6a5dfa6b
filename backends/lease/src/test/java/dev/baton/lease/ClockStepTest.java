package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AcquireOutcome.HeldBy;
import dev.baton.spi.AcquireOutcome.Won;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Clocks that are set by hours, on either side, in virtual time. The test moves the standby's clocks; the database's clock
 * moves against the record by moving the record's time the other way.
 */
class ClockStepTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Duration HOURS = Duration.ofHours(3);

    private final ManualClock holderClock = new ManualClock();
    private final ManualClock standbyClock = new ManualClock();
    private SqliteLeaseStore store;
    private LeaseBackend holder;
    private LeaseBackend standby;
    private Claim claim;
    private Contender contender;

    @BeforeEach
    void lead() {
        store = new SqliteLeaseStore();
        holder = LeaseBackend.open("sqlite:" + store.file(), LeaseOptions.of(TTL), holderClock);
        standby = LeaseBackend.open("sqlite:" + store.file(), LeaseOptions.of(TTL), standbyClock);
        claim = ((Won) acquire(contender(holder, "holder"))).claim();
        contender = contender(standby, "standby");
        HeldBy first = (HeldBy) acquire(contender);
        assertThat(first.holder()).isEqualTo("holder");
        assertThat(first.freeAfter().orElseThrow()).isLessThanOrEqualTo(TTL);
    }

    @AfterEach
    void close() {
        holder.close();
        standby.close();
        store.close();
    }

    private static Contender contender(LeaseBackend backend, String name) {
        return backend.contend(new ContenderSettings("nightly", name, 0, "", new SilentSignals()));
    }

    private static AcquireOutcome acquire(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }

    /** Moves the database's clock, as seen from the record. */
    private void stepDatabaseClock(Duration by) {
        store.execute("UPDATE objects SET updated_at_ms = updated_at_ms - " + by.toMillis()
                + " WHERE object_type = 'reconciler_lease'");
    }

    private boolean renews() {
        return holder.renew(List.of(claim)).toCompletableFuture().join().get(claim) instanceof RenewOutcome.Renewed;
    }

    @Test // LEASE-2
    void databaseClockSetForwardDoesNotEndALiveLease() {
        stepDatabaseClock(HOURS);
        standbyClock.advance(TTL.minusMillis(1));
        assertThat(acquire(contender)).isInstanceOf(HeldBy.class);
        assertThat(renews()).isTrue();
        stepDatabaseClock(HOURS);
        assertThat(acquire(contender))
                .as("the watch starts over with every renewal")
                .isInstanceOf(HeldBy.class);
        standbyClock.advance(TTL.minusMillis(1));
        assertThat(acquire(contender)).isInstanceOf(HeldBy.class);
        standbyClock.advance(Duration.ofMillis(1));
        assertThat(acquire(contender)).isInstanceOf(Won.class);
        assertThat(renews()).isFalse();
    }

    @Test // LEASE-2
    void databaseClockSetBackDoesNotBlockTakeover() {
        stepDatabaseClock(HOURS.negated());
        standbyClock.advance(TTL.minusMillis(1));
        assertThat(acquire(contender)).isInstanceOf(HeldBy.class);
        standbyClock.advance(Duration.ofMillis(1));
        assertThat(acquire(contender)).isInstanceOf(Won.class);
    }

    @Test // LEASE-2
    void databaseClockSetBackByLessThanTheTtlDelaysTakeoverByOneTtlAtMost() {
        standbyClock.advance(TTL);
        assertThat(acquire(contender))
                .as("the database's clock has not moved, so the lease is young")
                .isInstanceOf(HeldBy.class);
        stepDatabaseClock(TTL.minusSeconds(5));
        assertThat(acquire(contender)).isInstanceOf(HeldBy.class);
        stepDatabaseClock(Duration.ofSeconds(5));
        assertThat(acquire(contender)).isInstanceOf(Won.class);
    }

    @Test // LEASE-2
    void wallClocksOfHolderAndStandbyDecideNothing() {
        for (Duration step : List.of(HOURS, HOURS.negated().multipliedBy(2))) {
            standbyClock.stepWallClock(step);
            holderClock.stepWallClock(step.negated());
            assertThat(acquire(contender)).isInstanceOf(HeldBy.class);
            assertThat(renews()).isTrue();
        }
        standbyClock.advance(TTL);
        assertThat(acquire(contender)).as("it has been renewed since").isInstanceOf(HeldBy.class);
        standbyClock.advance(TTL);
        stepDatabaseClock(TTL);
        assertThat(acquire(contender)).isInstanceOf(Won.class);
    }

    @Test // LEASE-2
    void newStandbyObservesForAWholeTtlHoweverOldTheRecordLooks() {
        stepDatabaseClock(Duration.ofDays(400));
        ManualClock clock = new ManualClock();
        try (LeaseBackend late = LeaseBackend.open("sqlite:" + store.file(), LeaseOptions.of(TTL), clock)) {
            Contender newcomer = contender(late, "newcomer");
            assertThat(acquire(newcomer)).isInstanceOf(HeldBy.class);
            clock.advance(TTL.minusMillis(1));
            assertThat(acquire(newcomer)).isInstanceOf(HeldBy.class);
            clock.advance(Duration.ofMillis(1));
            assertThat(acquire(newcomer)).isInstanceOf(Won.class);
        }
    }
}
