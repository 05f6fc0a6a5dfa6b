package dev.baton.internal.machine;

import static dev.baton.CandidateState.ACQUIRING;
import static dev.baton.CandidateState.FOLLOWER;
import static dev.baton.CandidateState.LEADER;
import static dev.baton.CandidateState.RECONNECTING;
import static dev.baton.CandidateState.RELEASING;
import static dev.baton.CandidateState.STOPPED;
import static dev.baton.EndReason.SHUT_DOWN;
import static dev.baton.EndReason.TAKEN_OVER;
import static dev.baton.EndReason.UNREACHABLE;
import static dev.baton.internal.machine.SampleCandidacies.EPOCH;
import static dev.baton.internal.machine.SampleCandidacies.GRACE;
import static dev.baton.internal.machine.SampleCandidacies.ONCE;
import static dev.baton.internal.machine.SampleCandidacies.REQUEST;
import static dev.baton.internal.machine.TransitionRow.FRESH;
import static dev.baton.internal.machine.TransitionRow.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent;
import dev.baton.EndReason;
import dev.baton.RetryAttempt;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests every row of the transition table. */
class TransitionTableTest {
    private final Throwable broken = new IllegalStateException("broken");

    @Test // PG-2
    void startedCandidateBecomesFollowerAndTriesAtOnce() {
        TransitionRow.from(STOPPED)
                .on(new ApplicationInput.Start(NOW))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ZERO);
    }

    @Test // PG-2
    void dueAttemptSendsRequest() {
        TransitionRow.from(FOLLOWER)
                .on(new AttemptInput.AttemptDue(NOW))
                .leadsTo(ACQUIRING)
                .does(new Effect.TryAcquire(REQUEST + 1))
                .publishes();
    }

    @Test // PG-2
    void followerStopsAtOnce() {
        TransitionRow.from(FOLLOWER)
                .on(new ApplicationInput.StopRequested(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .publishes(new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-2
    void grantedClaimBeginsTenureResetsRetriesAndSetsTimers() {
        TransitionRow row = TransitionRow.from(FOLLOWER)
                .on(new AttemptInput.AttemptDue(NOW))
                .then(new AttemptInput.HeldByOther(NOW, REQUEST + 1, "b", Optional.empty()))
                .then(new AttemptInput.AttemptDue(NOW));
        assertThat(row.now().failedAttempts()).isEqualTo(1);
        row = row.then(new AttemptInput.Won(NOW, REQUEST + 2, EPOCH, FRESH))
                .leadsTo(LEADER)
                .does(new Effect.BeginLeadership(EPOCH, FRESH))
                .sets(Effect.Timer.RENEW, Duration.ofSeconds(4))
                .sets(Effect.Timer.VALIDITY, Duration.ofMillis(7400))
                .publishes(new CandidateEvent.Acquired(EPOCH));
        assertThat(row.now().failedAttempts()).isZero();
    }

    @Test // PG-2
    void heldClaimMakesCandidateFollowAndRetry() {
        TransitionRow.from(ACQUIRING)
                .on(new AttemptInput.HeldByOther(NOW, REQUEST, "b", Optional.empty()))
                .leadsTo(FOLLOWER)
                .does(new Effect.ScheduleRetry(new RetryAttempt(1, Duration.ofSeconds(3), Optional.empty())))
                .publishes(new CandidateEvent.AcquireFailed(Optional.of("b"), Optional.empty()))
                .then(new AttemptInput.RetryAfter(NOW, Duration.ofSeconds(5)))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ofSeconds(5));
    }

    @Test // PG-2, PG-11
    void errorWhileAcquiringFailsAttemptWithoutLoss() {
        TransitionRow.from(ACQUIRING)
                .on(new AttemptInput.AcquireUnknown(NOW, REQUEST, broken))
                .leadsTo(FOLLOWER)
                .does(new Effect.ScheduleRetry(new RetryAttempt(1, Duration.ofSeconds(3), Optional.of(broken))))
                .publishes(
                        new CandidateEvent.AcquireFailed(Optional.empty(), Optional.of(broken)),
                        new CandidateEvent.ErrorRaised(broken));
    }

    @Test // PG-2
    void errorWhileAcquiringStopsCandidateWithoutAutoReacquire() {
        TransitionRow.from(ACQUIRING)
                .with(ONCE)
                .on(new AttemptInput.AcquireUnknown(NOW, REQUEST, broken))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .publishes(
                        new CandidateEvent.AcquireFailed(Optional.empty(), Optional.of(broken)),
                        new CandidateEvent.ErrorRaised(broken),
                        new CandidateEvent.Stopped(StopCause.STORE_FAILED));
    }

    @Test // PG-2
    void stopWhileAcquiringAbandonsAttempt() {
        TransitionRow.from(ACQUIRING)
                .on(new ApplicationInput.StopRequested(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .publishes(new CandidateEvent.Stopped(StopCause.REQUESTED))
                .then(new AttemptInput.Won(NOW, REQUEST, EPOCH, FRESH))
                .leadsTo(STOPPED)
                .does(new Effect.DiscardGrant(EPOCH))
                .publishes();
    }

    @Test // PG-2
    void renewedClaimExtendsLeadership() {
        TransitionRow.from(LEADER)
                .on(new TenureInput.RenewDue(NOW))
                .leadsTo(LEADER)
                .does(new Effect.Renew(REQUEST, EPOCH))
                .then(new TenureInput.Renewed(NOW, REQUEST, FRESH))
                .leadsTo(LEADER)
                .does(new Effect.ExtendLeadership(FRESH))
                .sets(Effect.Timer.VALIDITY, Duration.ofMillis(7400))
                .publishes();
    }

    @Test // PG-2, PG-7
    void claimIsRecoveredInsideGraceWithoutAnEvent() {
        TransitionRow.from(LEADER)
                .with(GRACE)
                .on(new TenureInput.RenewUnknown(NOW, REQUEST, broken))
                .leadsTo(LEADER)
                .then(new TenureInput.ValidityEnding(NOW))
                .leadsTo(RECONNECTING)
                .does(new Effect.EndLeadership(UNREACHABLE), new Effect.SetTimer(Effect.Timer.GRACE, seconds(20)))
                .sendsNoRequest()
                .publishes()
                .then(new TenureInput.WorkStopped(NOW))
                .does(new Effect.Reclaim(REQUEST + 1, EPOCH))
                .then(new TenureInput.Renewed(NOW, REQUEST + 1, FRESH))
                .leadsTo(LEADER)
                .does(new Effect.BeginLeadership(EPOCH, FRESH))
                .publishes();
    }

    @Test // PG-2
    void claimIsLostAtOnceWithoutGrace() {
        TransitionRow.from(LEADER)
                .on(new TenureInput.RenewUnknown(NOW, REQUEST, broken))
                .publishes(new CandidateEvent.ErrorRaised(broken))
                .then(new TenureInput.ValidityEnding(NOW))
                .leadsTo(FOLLOWER)
                .does(new Effect.EndLeadership(UNREACHABLE), new Effect.SetTimer(Effect.Timer.ATTEMPT, Duration.ZERO))
                .publishes(new CandidateEvent.Lost(EPOCH, UNREACHABLE));
    }

    @Test // PG-2
    void lossStopsCandidateWithoutAutoReacquire() {
        TransitionRow.from(LEADER)
                .with(ONCE)
                .on(new TenureInput.ClaimGone(NOW, REQUEST, TAKEN_OVER))
                .leadsTo(STOPPED)
                .publishes(
                        new CandidateEvent.Lost(EPOCH, TAKEN_OVER),
                        new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-2
    void stoppedLeaderReleasesOnlyAfterItsWorkHasStopped() {
        TransitionRow.from(LEADER)
                .on(new ApplicationInput.StopRequested(NOW))
                .leadsTo(RELEASING)
                .does(new Effect.EndLeadership(SHUT_DOWN), new Effect.SetTimer(Effect.Timer.DRAIN, seconds(10)))
                .sendsNoRequest()
                .then(new TenureInput.WorkStopped(NOW))
                .leadsTo(RELEASING)
                .does(new Effect.Release(REQUEST + 1, EPOCH, SHUT_DOWN, Optional.empty()))
                .then(new TenureInput.ReleaseDone(NOW, REQUEST + 1))
                .leadsTo(STOPPED)
                .publishes(
                        new CandidateEvent.Released(EPOCH, SHUT_DOWN), new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-2, PG-5
    void leaderThatStepsDownLetsOthersGoFirstThenTriesAgain() {
        TransitionRow.from(LEADER)
                .on(new ApplicationInput.StepDownRequested(NOW))
                .leadsTo(RELEASING)
                .then(new TenureInput.WorkStopped(NOW))
                .then(new TenureInput.ReleaseDone(NOW, REQUEST + 1))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, seconds(2))
                .publishes(new CandidateEvent.Released(EPOCH, EndReason.RESIGNED))
                .then(new AttemptInput.TryNow(NOW + 1, AttemptHint.NORMAL))
                .isIgnored();
    }

    @Test // PG-2
    void leaderThatStepsDownStopsWithoutAutoReacquire() {
        TransitionRow.from(LEADER)
                .with(ONCE)
                .on(new ApplicationInput.StepDownRequested(NOW))
                .then(new TenureInput.WorkStopped(NOW))
                .then(new TenureInput.ReleaseDone(NOW, REQUEST + 1))
                .leadsTo(STOPPED)
                .publishes(
                        new CandidateEvent.Released(EPOCH, EndReason.RESIGNED),
                        new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-2, PG-7
    void claimTakenOverInsideGraceIsLost() {
        TransitionRow.from(RECONNECTING)
                .with(GRACE)
                .on(new TenureInput.ClaimGone(NOW, REQUEST, TAKEN_OVER))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ZERO)
                .publishes(new CandidateEvent.Lost(EPOCH, TAKEN_OVER));
    }

    @Test // PG-2
    void expiredGraceLosesTenureForItsOriginalReason() {
        TransitionRow.from(RECONNECTING)
                .with(GRACE)
                .on(new TenureInput.GraceExpired(NOW))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, Duration.ZERO)
                .publishes(new CandidateEvent.Lost(EPOCH, UNREACHABLE));
    }

    @Test // PG-2
    void expiredGraceStopsCandidateWithoutAutoReacquire() {
        TransitionRow.from(RECONNECTING)
                .with(SampleCandidacies.ONCE_WITH_GRACE)
                .on(new TenureInput.GraceExpired(NOW))
                .leadsTo(STOPPED)
                .publishes(
                        new CandidateEvent.Lost(EPOCH, UNREACHABLE),
                        new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-4
    void retryStrategyAppliesToReconnection() {
        TransitionRow.from(RECONNECTING)
                .with(GRACE)
                .on(new TenureInput.RenewUnknown(NOW, REQUEST, broken))
                .leadsTo(RECONNECTING)
                .does(new Effect.ScheduleRetry(new RetryAttempt(1, seconds(3), Optional.of(broken))))
                .then(new AttemptInput.RetryAfter(NOW, seconds(1)))
                .sets(Effect.Timer.ATTEMPT, seconds(1))
                .then(new AttemptInput.AttemptDue(NOW))
                .does(new Effect.Reclaim(REQUEST + 1, EPOCH))
                .then(new AttemptInput.GiveUp(NOW))
                .leadsTo(STOPPED)
                .publishes(new CandidateEvent.Lost(EPOCH, UNREACHABLE), new CandidateEvent.Stopped(StopCause.GAVE_UP));
    }

    @Test // PG-2, PG-11
    void stopWhileReconnectingLosesTenure() {
        TransitionRow.from(RECONNECTING)
                .with(GRACE)
                .on(new ApplicationInput.StopRequested(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .publishes(new CandidateEvent.Lost(EPOCH, SHUT_DOWN), new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-2, PG-11
    void failedReleaseAfterStepDownWithdrawsAndFollows() {
        TransitionRow.from(RELEASING)
                .on(new TenureInput.WorkStopped(NOW))
                .then(new TenureInput.ReleaseUnknown(NOW, REQUEST + 1, broken))
                .leadsTo(FOLLOWER)
                .does(new Effect.Withdraw())
                .publishes(
                        new CandidateEvent.ErrorRaised(broken),
                        new CandidateEvent.Lost(EPOCH, EndReason.SESSION_CLOSED));
    }

    @Test // PG-2, PG-11
    void failedReleaseBeforeStopStops() {
        TransitionRow.from(LEADER)
                .on(new ApplicationInput.StopRequested(NOW))
                .then(new TenureInput.WorkStopped(NOW))
                .then(new TenureInput.ReleaseUnknown(NOW, REQUEST + 1, broken))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .publishes(
                        new CandidateEvent.ErrorRaised(broken),
                        new CandidateEvent.Lost(EPOCH, EndReason.SESSION_CLOSED),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    @Test // PG-7
    void lateAnswerOfTheDeadSessionsRenewalKeepsTheGrace() {
        TransitionRow.from(LEADER)
                .with(GRACE)
                .on(new TenureInput.GoneSignal(NOW, EPOCH, EndReason.SESSION_CLOSED, NOW))
                .leadsTo(RECONNECTING)
                .then(new TenureInput.ClaimGone(NOW, REQUEST, EndReason.SESSION_CLOSED))
                .leadsTo(RECONNECTING)
                .isIgnored()
                .then(new TenureInput.WorkStopped(NOW))
                .does(new Effect.Reclaim(REQUEST + 1, EPOCH))
                .then(new TenureInput.ClaimGone(NOW, REQUEST, EndReason.SESSION_CLOSED))
                .leadsTo(RECONNECTING)
                .isIgnored()
                .then(new TenureInput.Renewed(NOW, REQUEST + 1, FRESH))
                .leadsTo(LEADER);
    }

    @Test // PG-7
    void lateSignalOfTheDeadSessionNeitherLosesTheGraceNorTheRecoveredClaim() {
        TransitionRow.from(LEADER)
                .with(GRACE)
                .on(new TenureInput.ClaimGone(NOW, REQUEST, EndReason.SESSION_CLOSED))
                .leadsTo(RECONNECTING)
                .then(new TenureInput.GoneSignal(NOW, EPOCH, EndReason.SESSION_CLOSED, NOW))
                .leadsTo(RECONNECTING)
                .then(new TenureInput.WorkStopped(NOW))
                .then(new TenureInput.Renewed(NOW, REQUEST + 1, FRESH))
                .leadsTo(LEADER)
                .then(new TenureInput.GoneSignal(NOW, EPOCH, EndReason.SESSION_CLOSED, FRESH.nanos() - 1))
                .leadsTo(LEADER)
                .isIgnored();
    }

    @Test // PG-2
    void repeatedRenewalKeepsItsNumberUntilItIsAnswered() {
        TransitionRow.from(LEADER)
                .on(new TenureInput.RenewUnknown(NOW, REQUEST, broken))
                .then(new TenureInput.RenewDue(NOW))
                .does(new Effect.Renew(REQUEST, EPOCH))
                .then(new TenureInput.Renewed(NOW, REQUEST, FRESH))
                .does(new Effect.ExtendLeadership(FRESH))
                .then(new TenureInput.Renewed(NOW, REQUEST, FRESH))
                .isIgnored()
                .then(new TenureInput.RenewDue(NOW))
                .does(new Effect.Renew(REQUEST + 1, EPOCH));
    }

    @Test // API-3
    void failedWorkReleasesAndDoublesTheDelayUntilAMinuteOfWorkSucceeds() {
        TransitionRow row = failedWork(TransitionRow.from(ACQUIRING), NOW, NOW, REQUEST)
                .publishes(new CandidateEvent.Released(EPOCH, EndReason.WORK_FAILED))
                .leadsTo(FOLLOWER)
                .sets(Effect.Timer.ATTEMPT, seconds(1));
        long request = REQUEST + 1;
        for (int delay : new int[] {2, 4, 8, 16, 32, 60, 60}) {
            row = row.then(new AttemptInput.AttemptDue(NOW));
            row = failedWork(row, NOW, NOW, ++request).sets(Effect.Timer.ATTEMPT, seconds(delay));
            request++;
        }
        row = row.then(new AttemptInput.AttemptDue(NOW));
        failedWork(row, NOW, NOW + seconds(60).toNanos(), ++request).sets(Effect.Timer.ATTEMPT, seconds(1));
    }

    private static TransitionRow failedWork(TransitionRow acquiring, long from, long at, long request) {
        Input won = new AttemptInput.Won(from, request, EPOCH, FRESH);
        TransitionRow leading = acquiring.hasResult() ? acquiring.then(won) : acquiring.on(won);
        return leading.leadsTo(LEADER)
                .then(new TenureInput.WorkFailed(at))
                .leadsTo(RELEASING)
                .does(new Effect.EndLeadership(EndReason.WORK_FAILED))
                .then(new TenureInput.WorkStopped(at))
                .then(new TenureInput.ReleaseDone(at, request + 1));
    }

    @Test // PG-4
    void retryStrategyThatGivesUpStopsFollower() {
        TransitionRow.from(FOLLOWER)
                .on(new AttemptInput.GiveUp(NOW))
                .leadsTo(STOPPED)
                .does(new Effect.Withdraw())
                .publishes(new CandidateEvent.Stopped(StopCause.GAVE_UP));
    }

    private static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }
}
