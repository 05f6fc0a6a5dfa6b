package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.RENEW;

import dev.baton.CandidateEvent;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** What happens to a tenure: its renewals, its timers, its work and its release. */
public sealed interface TenureInput extends Input {

    /** The timer for the next renewal fired. While the work stops, renewals keep other candidates from starting. */
    record RenewDue(long at) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING, RECONNECTING -> step.staleTimer();
                case LEADER -> step.renew().build();
                case RELEASING -> step.unlessReleased(step::renew);
            };
        }
    }

    /** The store confirmed the claim again: the answer to a renewal or a reclaim. */
    record Renewed(long at, long request, ClockReading countsFrom) implements TenureInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.renew() || request == awaited.reclaim();
        }

        @Override
        public Transition apply(MachineStep step) {
            step.awaited = step.awaited.without();
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> throw step.unexpected(this);
                case LEADER -> extended(step);
                case RECONNECTING -> recovered(step);
                case RELEASING ->
                    step.setTimer(RENEW, step.timing.renewInterval()).build();
            };
        }

        /** A reclaim that succeeds after the candidate stopped must not leave a claim behind. */
        @Override
        public Transition applyLate(MachineStep step) {
            return step.withdrawIfStopped();
        }

        private Transition extended(MachineStep step) {
            if (at - step.countsFrom >= step.timing.usableValidity().toNanos()) {
                return step.end(EndReason.EXPIRED);
            }
            step.renewFailing = false;
            step.effect(new Effect.ExtendLeadership(countsFrom));
            return step.setClaimTimers(countsFrom).build();
        }

        private Transition recovered(MachineStep step) {
            if (step.tooOldToLead(countsFrom)) {
                return step.reclaim();
            }
            step.cancelTimer(Effect.Timer.GRACE).cancelTimer(Effect.Timer.ATTEMPT);
            return step.beginTenure(step.epoch, countsFrom).build();
        }
    }

    /** The store did not confirm the claim, but the candidate may still hold it. */
    record RenewUnknown(long at, long request, Throwable cause) implements TenureInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.renew() || request == awaited.reclaim();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> throw step.unexpected(this);
                case LEADER -> failing(step);
                case RECONNECTING -> notRecovered(step);
                case RELEASING -> step.setTimer(RENEW, step.timing.renewRetry()).build();
            };
        }

        private Transition failing(MachineStep step) {
            step.renewFailing = true;
            return step.publish(new CandidateEvent.ErrorRaised(cause))
                    .setTimer(RENEW, step.timing.renewRetry())
                    .build();
        }

        private Transition notRecovered(MachineStep step) {
            step.awaited = step.awaited.without();
            step.publish(new CandidateEvent.ErrorRaised(cause));
            return step.scheduleRetry(Optional.of(cause));
        }
    }

    /** The store refused a renewal, a reclaim or a release: the candidate does not hold the claim any more. */
    record ClaimGone(long at, long request, EndReason reason) implements TenureInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.renew() || request == awaited.reclaim() || request == awaited.release();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> throw step.unexpected(this);
                case LEADER -> step.end(reason);
                case RECONNECTING -> step.lose(reason);
                case RELEASING -> step.close(new CandidateEvent.Lost(step.epoch, reason));
            };
        }
    }

    /**
     * The store signalled that the claim is gone, without a request.
     *
     * @param foundAt when the backend found it; a later confirmation of the store is newer
     * @param cause the failure of the store that took the claim, if there was one
     */
    record GoneSignal(long at, long epoch, EndReason reason, long foundAt, Optional<Throwable> cause)
            implements TenureInput {

        public GoneSignal(long at, long epoch, EndReason reason, long foundAt) {
            this(at, epoch, reason, foundAt, Optional.empty());
        }

        @Override
        public Transition apply(MachineStep step) {
            if (epoch != step.epoch || foundAt - step.countsFrom < 0) {
                return step.ignored("the signal is older than the claim");
            }
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> step.ignored("the tenure has already ended");
                case LEADER -> {
                    cause.ifPresent(failure -> step.publish(new CandidateEvent.ErrorRaised(failure)));
                    yield step.end(reason);
                }
                // The signal may be that of the session whose loss is known already. A reclaim finds out.
                case RECONNECTING -> step.reclaim();
                case RELEASING ->
                    // After the release was sent, the claim may be gone because of it. Its answer decides.
                    step.releasing().released()
                            ? step.ignored("the release request is in progress")
                            : step.close(new CandidateEvent.Lost(epoch, reason));
            };
        }
    }

    /** The validity is about to end: the work must stop now. */
    record ValidityEnding(long at) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case LEADER -> step.end(step.renewFailing ? EndReason.UNREACHABLE : EndReason.EXPIRED);
                case STOPPED, FOLLOWER, ACQUIRING, RECONNECTING, RELEASING -> step.staleTimer();
            };
        }
    }

    /** The grace period ended. */
    record GraceExpired(long at) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case RECONNECTING -> step.lose(step.causeOfContactLoss());
                case STOPPED, FOLLOWER, ACQUIRING, LEADER, RELEASING -> step.staleTimer();
            };
        }
    }

    /** The work threw an exception, and the candidate steps down for that. */
    record WorkFailed(long at) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case LEADER -> {
                    step.workBackoff = step.workBackoff.failedAfter(Duration.ofNanos(at - step.workSince));
                    yield step.release(EndReason.WORK_FAILED, Optional.empty());
                }
                case STOPPED, FOLLOWER, ACQUIRING, RECONNECTING, RELEASING ->
                    step.ignored("the tenure has already ended");
            };
        }
    }

    /** All work of the ended tenure has returned. */
    record WorkStopped(long at) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            step.workRunning = false;
            return switch (step.state) {
                case STOPPED -> step.build();
                case FOLLOWER -> step.attemptIfReady();
                case ACQUIRING, LEADER ->
                    throw new IllegalStateException("input is impossible in state " + step.state + ": " + this);
                case RECONNECTING -> step.reclaim();
                case RELEASING ->
                    step.releasing().released()
                            ? step.build()
                            : step.sendRelease().build();
            };
        }
    }

    /** The work of the ended tenure exceeded the drain timeout. */
    record DrainExpired(long at) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING, LEADER, RECONNECTING -> step.staleTimer();
                case RELEASING ->
                    step.unlessReleased(() -> {
                        step.publish(new CandidateEvent.ErrorRaised(new TimeoutException("the work did not stop within "
                                + step.timing.drain().toMillis()
                                + " ms; releasing the claim while it is still running")));
                        return step.sendRelease();
                    });
            };
        }
    }

    /** The store confirmed the release. */
    record ReleaseDone(long at, long request) implements TenureInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.release();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case RELEASING ->
                    step.close(new CandidateEvent.Released(
                            step.epoch, step.releasing().reason()));
                case STOPPED, FOLLOWER, ACQUIRING, LEADER, RECONNECTING -> throw step.unexpected(this);
            };
        }
    }

    /** The store may or may not have applied the release. */
    record ReleaseUnknown(long at, long request, Throwable cause) implements TenureInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.release();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case RELEASING -> step.dropSession(cause);
                case STOPPED, FOLLOWER, ACQUIRING, LEADER, RECONNECTING -> throw step.unexpected(this);
            };
        }
    }
}
