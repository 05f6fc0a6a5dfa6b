package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.awaitLeadership;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A leadership ends by itself, whatever happens to the clocks, the machine and the store. */
interface ValidityContract {
    ContractFixture fixture();

    @Test // API-2
    default void forwardStepOfWallClockOnlyEndsLeadershipEarly() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.stepWallClock(Duration.ofHours(1));
        assertThat(leadership.isValid()).isFalse();
        clock.stepWallClock(Duration.ofHours(-1));
        assertThat(leadership.isValid())
                .as("valid after the clock stepped back")
                .isFalse();
    }

    @Test // API-2
    default void backwardStepOfWallClockDoesNotExtendLeadership() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.stepWallClock(Duration.ofHours(-1));
        assertThat(leadership.remaining()).isLessThanOrEqualTo(ContractFixture.VALIDITY);
        fixture().store.breakDown();
        await("the leadership expires", () -> !leadership.isValid());
    }

    @Test // API-2
    default void leadershipExpiresDuringSuspend() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.suspend(ContractFixture.VALIDITY.multipliedBy(3));
        assertThat(leadership.isValid()).isFalse();
    }

    private Leadership leading(BatonClock clock) {
        Candidate candidate =
                fixture().candidate(fixture().connect(fixture().store.open(clock), clock), settings("leader"));
        candidate.start();
        return awaitLeadership(candidate);
    }

    @Test // API-2, API-5
    default void leaderWithoutContactStopsBeforeItsValidityEnds() {
        Candidate candidate =
                fixture().candidate(settings("leader").retry(attempt -> Optional.of(Duration.ofMillis(50))));
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        candidate.onLost(lost -> losses.add(lost.reason()));
        candidate.start();
        Leadership leadership = awaitLeadership(candidate);
        fixture().store.breakDown();
        await("the loss is published", () -> !losses.isEmpty());
        assertThat(losses).containsExactly(EndReason.UNREACHABLE);
        assertThat(leadership.isValid()).isFalse();
        fixture().store.repair();
        awaitEpoch(candidate);
    }
}
