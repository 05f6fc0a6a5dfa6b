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
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A leadership ends by itself, whatever clocks, machine and store do. */
interface ValidityContract {
    ContractFixture play();

    @Test // API-2
    default void aForwardStepOfTheWallClockOnlyEndsALeadershipEarly() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.stepWallClock(Duration.ofHours(1));
        assertThat(leadership.isValid()).isFalse();
        clock.stepWallClock(Duration.ofHours(-1));
        assertThat(leadership.isValid()).as("what turned invalid stays so").isFalse();
    }

    @Test // API-2
    default void aBackwardStepOfTheWallClockDoesNotLengthenALeadership() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.stepWallClock(Duration.ofHours(-1));
        assertThat(leadership.remaining()).isLessThanOrEqualTo(ContractFixture.VALIDITY);
        play().store.breakDown();
        await("it runs out all the same", () -> !leadership.isValid());
    }

    @Test // API-2
    default void aSuspendedMachineLeadsNoMore() {
        SkewedClock clock = new SkewedClock();
        Leadership leadership = leading(clock);
        clock.suspend(ContractFixture.VALIDITY.multipliedBy(3));
        assertThat(leadership.isValid()).isFalse();
    }

    private Leadership leading(BatonClock clock) {
        Candidate candidate = play().candidate(play().connect(clock), settings("leader"));
        candidate.start();
        return awaitLeadership(candidate);
    }

    @Test // API-2, API-5
    default void aLeaderThatCannotReachTheStoreStopsBeforeItsValidityEnds() {
        Candidate candidate = play().candidate("leader");
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        candidate.onLost(lost -> losses.add(lost.reason()));
        candidate.start();
        Leadership leadership = awaitLeadership(candidate);
        play().store.breakDown();
        await("the loss is told", () -> !losses.isEmpty());
        assertThat(losses).containsExactly(EndReason.UNREACHABLE);
        assertThat(leadership.isValid()).isFalse();
        play().store.repair();
        awaitEpoch(candidate);
    }
}
