package dev.baton.machine;

import static dev.baton.machine.EndReason.SHUT_DOWN;
import static dev.baton.machine.EndReason.TAKEN_OVER;
import static dev.baton.machine.EndReason.UNREACHABLE;
import static dev.baton.machine.Row.FRESH;
import static dev.baton.machine.Row.NOW;
import static dev.baton.machine.Samples.ATTEMPT;
import static dev.baton.machine.Samples.EPOCH;
import static dev.baton.machine.Samples.GRACE;
import static dev.baton.machine.Samples.ONCE;
import static dev.baton.machine.State.ACQUIRING;
import static dev.baton.machine.State.FOLLOWER;
import static dev.baton.machine.State.LEADER;
import static dev.baton.machine.State.RECONNECTING;
import static dev.baton.machine.State.RELEASING;
import static dev.baton.machine.State.STOPPED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every row of the transition table with its footnotes, and the decisions that changed a row. */
class TransitionTableTest {
    private final Throwable broken = new IllegalStateException("broken");

    @Test // PG-2
    void aStartedCandidateFollowsAndTriesAtOnce() {
        Row.from(STOPPED).on(new Input.Start(NOW)).leadsTo(FOLLOWER).sets(Effect.Timer.ATTEMPT, Duration.ZERO);
    }

    @Test // PG-2
    void anAttemptThatIsDueAsksTheStore() {
        Row.from(FOLLOWER)
                .on(new Input.AttemptDue(NOW))
                .leadsTo(ACQUIRING)
                .does(new Effect.TryAcquire(ATTEMPT + 1))
                .tells();
    }

    @Test // PG-2
    void aFollowerStopsAtOnce() {
        Row.from(FOLLOWER)
                .on(new Input.StopRequested(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .tells(new Event.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-2
    void aConfirmedClaimBeginsAReignResetsTheRetriesAndIsKeptAlive() {
        Row row = Row.from(FOLLOWER)
                .on(new Input.AttemptDue(NOW))
                .then(new Input.HeldByOther(NOW, ATTEMPT + 1, "b", Optional.empty()))
                .then(new Input.AttemptDue(NOW));
        assertThat(row.now().tries()).isEqualTo(1);
        row = row.then(new Input.Won(NOW, ATTEMPT + 2, EPOCH, FRESH))
                .leadsTo(LEADER)
                .does(new Effect.BeginLeadership(EPOCH, FRESH))
                .sets(Effect.Timer.RENEW, Duration.ofSeconds(4))
                .sets(Effect.Timer.VALIDITY, Duration.ofMillis(7400))
                .tells(new Event.Acquired(EPOCH));
        assertThat(row.now().tries()).isZero();
    }

    @Test // PG-2
    void aHeldClaimMakesItFollowAndAskWhenToTryAgain() {
        Row.from(ACQUIRING)
                .on(new Input.HeldByOther(NOW, ATTEMPT, "b", Optional.empty()))
                .leadsTo(FOLLOWER)
                .does(new Effect.AskRetry(new RetryContext(1, Duration.ofSeconds(3), Optional.empty())))
                .tells(new Event.AcquireFailed(Optional.of("b"), Optional.empty()))
                .then(new Input.RetryAfter(NOW, Duration.ofSeconds(5)))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ofSeconds(5));
    }

    @Test // PG-2, PG-11
    void anErrorWhileAcquiringFailsTheAttemptAndLosesNothing() {
        Row.from(ACQUIRING)
                .on(new Input.AcquireUnknown(NOW, ATTEMPT, broken))
                .leadsTo(FOLLOWER)
                .does(new Effect.AskRetry(new RetryContext(1, Duration.ofSeconds(3), Optional.of(broken))))
                .tells(new Event.AcquireFailed(Optional.empty(), Optional.of(broken)), new Event.ErrorRaised(broken));
    }

    @Test // PG-2
    void anErrorWhileAcquiringStopsWhoDoesNotReacquire() {
        Row.from(ACQUIRING)
                .with(ONCE)
                .on(new Input.AcquireUnknown(NOW, ATTEMPT, broken))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .tells(
                        new Event.AcquireFailed(Optional.empty(), Optional.of(broken)),
                        new Event.ErrorRaised(broken),
                        new Event.Stopped(StopCause.STORE_FAILED));
    }

    @Test // PG-2
    void aStopWhileAcquiringAbandonsTheAttempt() {
        Row.from(ACQUIRING)
                .on(new Input.StopRequested(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .tells(new Event.Stopped(StopCause.REQUESTED))
                .then(new Input.Won(NOW, ATTEMPT, EPOCH, FRESH))
                .leadsTo(STOPPED)
                .does(new Effect.GiveBack(EPOCH))
                .tells();
    }

    @Test // PG-2
    void aRenewedClaimIsTrustedForLonger() {
        Row.from(LEADER)
                .on(new Input.RenewDue(NOW))
                .leadsTo(LEADER)
                .does(new Effect.Renew(EPOCH))
                .then(new Input.Renewed(NOW, EPOCH, FRESH))
                .leadsTo(LEADER)
                .does(new Effect.ExtendLeadership(FRESH))
                .sets(Effect.Timer.VALIDITY, Duration.ofMillis(7400))
                .tells();
    }

    @Test // PG-2, PG-7
    void aClaimInDoubtIsRecoveredInsideTheGraceWithoutAWord() {
        Row.from(LEADER)
                .with(GRACE)
                .on(new Input.RenewUnknown(NOW, EPOCH, broken))
                .leadsTo(LEADER)
                .then(new Input.ValidityEnding(NOW))
                .leadsTo(RECONNECTING)
                .does(new Effect.EndLeadership(UNREACHABLE), new Effect.SetTimer(Effect.Timer.GRACE, seconds(20)))
                .asksTheStoreNothing()
                .tells()
                .then(new Input.WorkStopped(NOW))
                .does(new Effect.Reclaim(EPOCH))
                .then(new Input.Renewed(NOW, EPOCH, FRESH))
                .leadsTo(LEADER)
                .does(new Effect.BeginLeadership(EPOCH, FRESH))
                .tells();
    }

    @Test // PG-2
    void aClaimInDoubtIsLostAtOnceWithoutAGrace() {
        Row.from(LEADER)
                .on(new Input.RenewUnknown(NOW, EPOCH, broken))
                .tells(new Event.ErrorRaised(broken))
                .then(new Input.ValidityEnding(NOW))
                .leadsTo(FOLLOWER)
                .does(new Effect.EndLeadership(UNREACHABLE), new Effect.SetTimer(Effect.Timer.ATTEMPT, Duration.ZERO))
                .tells(new Event.Lost(EPOCH, UNREACHABLE));
    }

    @Test // PG-2
    void aLossStopsWhoDoesNotReacquire() {
        Row.from(LEADER)
                .with(ONCE)
                .on(new Input.ClaimGone(NOW, EPOCH, TAKEN_OVER))
                .leadsTo(STOPPED)
                .tells(new Event.Lost(EPOCH, TAKEN_OVER), new Event.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-2
    void aLeaderThatIsStoppedReleasesOnlyAfterItsWorkHasStopped() {
        Row.from(LEADER)
                .on(new Input.StopRequested(NOW))
                .leadsTo(RELEASING)
                .does(new Effect.EndLeadership(SHUT_DOWN), new Effect.SetTimer(Effect.Timer.DRAIN, seconds(10)))
                .asksTheStoreNothing()
                .then(new Input.WorkStopped(NOW))
                .leadsTo(RELEASING)
                .does(new Effect.Release(EPOCH, SHUT_DOWN, Optional.empty()))
                .then(new Input.ReleaseDone(NOW, EPOCH))
                .leadsTo(STOPPED)
                .tells(new Event.Released(EPOCH, SHUT_DOWN), new Event.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-2, PG-5
    void aLeaderThatStepsDownLetsOthersGoFirstAndStandsAgain() {
        Row.from(LEADER)
                .on(new Input.StepDownRequested(NOW))
                .leadsTo(RELEASING)
                .then(new Input.WorkStopped(NOW))
                .then(new Input.ReleaseDone(NOW, EPOCH))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, seconds(2))
                .tells(new Event.Released(EPOCH, EndReason.RESIGNED))
                .then(new Input.TryNow(NOW + 1, Cue.NORMAL))
                .isIgnored();
    }

    @Test // PG-2
    void aLeaderThatStepsDownStopsWhenItDoesNotReacquire() {
        Row.from(LEADER)
                .with(ONCE)
                .on(new Input.StepDownRequested(NOW))
                .then(new Input.WorkStopped(NOW))
                .then(new Input.ReleaseDone(NOW, EPOCH))
                .leadsTo(STOPPED)
                .tells(new Event.Released(EPOCH, EndReason.RESIGNED), new Event.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-2, PG-7
    void aClaimTakenByAnotherInsideTheGraceIsLost() {
        Row.from(RECONNECTING)
                .with(GRACE)
                .on(new Input.ClaimGone(NOW, EPOCH, TAKEN_OVER))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ZERO)
                .tells(new Event.Lost(EPOCH, TAKEN_OVER));
    }

    @Test // PG-2
    void aGraceThatExpiresLosesTheReignForTheReasonItBeganWith() {
        Row.from(RECONNECTING)
                .with(GRACE)
                .on(new Input.GraceExpired(NOW))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ZERO)
                .tells(new Event.Lost(EPOCH, UNREACHABLE));
    }

    @Test // PG-2
    void aGraceThatExpiresStopsWhoDoesNotReacquire() {
        Row.from(RECONNECTING)
                .with(Samples.ONCE_WITH_GRACE)
                .on(new Input.GraceExpired(NOW))
                .leadsTo(STOPPED)
                .tells(new Event.Lost(EPOCH, UNREACHABLE), new Event.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-4
    void theSameStrategyGovernsReconnection() {
        Row.from(RECONNECTING)
                .with(GRACE)
                .on(new Input.RenewUnknown(NOW, EPOCH, broken))
                .leadsTo(RECONNECTING)
                .does(new Effect.AskRetry(new RetryContext(1, seconds(3), Optional.of(broken))))
                .then(new Input.RetryAfter(NOW, seconds(1)))
                .sets(Effect.Timer.ATTEMPT, seconds(1))
                .then(new Input.AttemptDue(NOW))
                .does(new Effect.Reclaim(EPOCH))
                .then(new Input.GiveUp(NOW))
                .leadsTo(STOPPED)
                .tells(new Event.Lost(EPOCH, UNREACHABLE), new Event.Stopped(StopCause.GAVE_UP));
    }

    @Test // PG-2, PG-11
    void aStopWhileReconnectingLosesTheReign() {
        Row.from(RECONNECTING)
                .with(GRACE)
                .on(new Input.StopRequested(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .tells(new Event.Lost(EPOCH, SHUT_DOWN), new Event.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-2, PG-11
    void aReleaseThatFailedCyclesTheSessionAndStandsAgainAfterAStepDown() {
        Row.from(RELEASING)
                .on(new Input.WorkStopped(NOW))
                .then(new Input.ReleaseUnknown(NOW, EPOCH, broken))
                .leadsTo(FOLLOWER)
                .does(new Effect.Withdraw())
                .tells(new Event.ErrorRaised(broken), new Event.Lost(EPOCH, EndReason.SESSION_CLOSED));
    }

    @Test // PG-2, PG-11
    void aReleaseThatFailedOnTheWayToAStopStops() {
        Row.from(LEADER)
                .on(new Input.StopRequested(NOW))
                .then(new Input.WorkStopped(NOW))
                .then(new Input.ReleaseUnknown(NOW, EPOCH, broken))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .tells(
                        new Event.ErrorRaised(broken),
                        new Event.Lost(EPOCH, EndReason.SESSION_CLOSED),
                        new Event.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-4
    void aStrategyThatGivesUpStopsTheFollower() {
        Row.from(FOLLOWER)
                .on(new Input.GiveUp(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .tells(new Event.Stopped(StopCause.GAVE_UP));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
