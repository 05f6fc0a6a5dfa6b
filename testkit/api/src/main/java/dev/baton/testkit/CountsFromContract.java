package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.get;
import static dev.baton.testkit.ContractFixture.release;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ClockReading;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A validity counts from before the request was sent, however long the request and its reply take. */
interface CountsFromContract {
    int RENEWALS = 4;

    ContractFixture fixture();

    /** Every delivery takes a second of the backend's clock: the validity began at least one delivery ago. */
    @Test // API-2
    default void validityCountsFromBeforeADelayedRequestAndReply() {
        if (fixture().leavesOut(StoreFeature.TRAFFIC)) {
            return;
        }
        Duration delivery = Duration.ofSeconds(1);
        ManualClock clock = new ManualClock();
        assertThat(fixture().store.onTraffic(() -> clock.advance(delivery))).isTrue();
        Backend backend = fixture().store.open(clock);
        try {
            Contender contender = contender(backend, "leader");
            Claim claim = won(contender);
            assertThat(age(clock, claim.countsFrom())).as("after acquire").isGreaterThanOrEqualTo(delivery);
            // A backend may confirm a claim in another way while it holds one already.
            Claim second = won(backend.contend(new ContenderSettings("second", "leader", 0, "", new IgnoredSignals())));
            assertThat(age(clock, second.countsFrom())).as("after the second").isGreaterThanOrEqualTo(delivery);
            for (int i = 0; i < RENEWALS; i++) {
                ClockReading renewed = renew(backend, claim);
                assertThat(age(clock, renewed)).as("after renewal %d", i).isGreaterThanOrEqualTo(delivery);
                ClockReading reclaimed = renewed(get(contender.reclaim(claim)));
                assertThat(age(clock, reclaimed)).as("after reclaim %d", i).isGreaterThanOrEqualTo(delivery);
            }
        } finally {
            backend.close();
        }
    }

    private static Duration age(ManualClock clock, ClockReading countsFrom) {
        return Duration.ofNanos(clock.nanos() - countsFrom.nanos());
    }

    @Test // API-2
    default void validityCountsFromBeforeTheStoreIsTouched() {
        if (fixture().leavesOut(StoreFeature.VISIBLE_STATE)) {
            return;
        }
        ContractStore store = fixture().store;
        Contender first = contender(fixture().open(), "first");
        release(first, won(first));
        WitnessClock clock = new WitnessClock(this::state);
        Backend backend = store.open(clock);
        try {
            Contender contender = contender(backend, "leader");
            String untouched = state();
            Claim claim = won(contender);
            assertThat(clock.storeAt(claim.countsFrom())).as("acquire").isEqualTo(untouched);
            for (int i = 0; i < RENEWALS; i++) {
                untouched = state();
                ClockReading renewed = renew(backend, claim);
                assertThat(clock.storeAt(renewed)).as("renewal %d", i).isEqualTo(untouched);
                untouched = state();
                ClockReading reclaimed = renewed(get(contender.reclaim(claim)));
                assertThat(clock.storeAt(reclaimed)).as("reclaim %d", i).isEqualTo(untouched);
            }
        } finally {
            backend.close();
        }
    }

    private String state() {
        return fixture().store.stateInStore(ELECTION).orElseThrow();
    }

    private static ClockReading renew(Backend backend, Claim claim) {
        RenewOutcome none = new RenewOutcome.Unknown(new IllegalStateException("no answer"));
        return renewed(get(backend.renew(List.of(claim))).getOrDefault(claim, none));
    }

    private static ClockReading renewed(RenewOutcome outcome) {
        assertThat(outcome).isInstanceOf(RenewOutcome.Renewed.class);
        return ((RenewOutcome.Renewed) outcome).countsFrom();
    }
}
