package dev.baton.internal.machine;

import static dev.baton.CandidateState.ACQUIRING;
import static dev.baton.CandidateState.FOLLOWER;
import static dev.baton.internal.machine.SampleCandidacies.REQUEST;
import static dev.baton.internal.machine.TransitionRow.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A standby that becomes unhealthy gives up its place in the queue of a store that has one. */
class UnhealthyFollowerTest {

    @Test // API-8
    void followerThatBecomesUnhealthyWithdrawsOnce() {
        TransitionRow.from(FOLLOWER)
                .on(new ApplicationInput.HealthChanged(NOW, false))
                .leadsTo(FOLLOWER)
                .does(new Effect.Withdraw());
        TransitionRow again = TransitionRow.from(FOLLOWER)
                .on(new ApplicationInput.HealthChanged(NOW, false))
                .then(new ApplicationInput.HealthChanged(NOW, false));
        assertThat(again.now().healthy()).isFalse();
        again.doesNot(new Effect.Withdraw());
    }

    @Test // API-8
    void refusedAttemptOfAnUnhealthyCandidateIsWithdrawn() {
        TransitionRow.from(ACQUIRING)
                .on(new ApplicationInput.HealthChanged(NOW, false))
                .then(new AttemptInput.HeldByOther(NOW, REQUEST, "other", Optional.empty()))
                .leadsTo(FOLLOWER)
                .does(new Effect.Withdraw());
    }
}
