package dev.baton.internal.machine;

import static dev.baton.CandidateState.FOLLOWER;
import static dev.baton.CandidateState.LEADER;
import static dev.baton.CandidateState.RECONNECTING;
import static dev.baton.internal.machine.SampleCandidacies.EPOCH;
import static dev.baton.internal.machine.SampleCandidacies.GRACE;
import static dev.baton.internal.machine.TransitionRow.NOW;

import dev.baton.CandidateEvent;
import dev.baton.EndReason;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A failure of the store took the claim. */
class ClaimFailureTest {
    private final Throwable broken = new IllegalStateException("broken");
    private final Input failure =
            new TenureInput.GoneSignal(NOW, EPOCH, EndReason.SESSION_CLOSED, NOW, Optional.of(broken));

    @Test // PG-9
    void isReportedAsErrorBeforeTheLoss() {
        TransitionRow.from(LEADER)
                .on(failure)
                .leadsTo(FOLLOWER)
                .publishes(
                        new CandidateEvent.ErrorRaised(broken),
                        new CandidateEvent.Lost(EPOCH, EndReason.SESSION_CLOSED));
    }

    @Test // PG-7, PG-9
    void isReportedAsErrorWithinTheGraceToo() {
        TransitionRow.from(LEADER)
                .with(GRACE)
                .on(failure)
                .leadsTo(RECONNECTING)
                .publishes(new CandidateEvent.ErrorRaised(broken));
    }
}
