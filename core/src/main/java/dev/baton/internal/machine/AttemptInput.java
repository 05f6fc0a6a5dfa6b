package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.ClockReading;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.Optional;

/** What happens to the attempts of a candidate to acquire the claim. */
public sealed interface AttemptInput extends Input {

    /** The timer for the next attempt fired. */
    record AttemptDue(long at) implements AttemptInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, LEADER, RELEASING -> step.staleTimer();
                case FOLLOWER -> step.tryAcquire(AttemptHint.NORMAL);
                case ACQUIRING -> step.ignored(MachineStep.ACQUIRING);
                case RECONNECTING -> step.reclaim();
            };
        }
    }

    /** The store signalled that an attempt may succeed now. */
    record TryNow(long at, AttemptHint hint) implements AttemptInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED -> step.ignored("not started");
                case FOLLOWER ->
                    hint != AttemptHint.NAMED_SUCCESSOR && at < step.notBefore
                            ? step.ignored("other candidates go first; the attempt timer is set")
                            : step.tryAcquire(hint);
                case ACQUIRING -> {
                    step.signalPending = true;
                    yield step.build();
                }
                case LEADER -> step.ignored(MachineStep.LEADING);
                case RECONNECTING -> step.reclaim();
                case RELEASING -> step.ignored(MachineStep.RELEASING);
            };
        }
    }

    /** The store granted the claim. */
    record Won(long at, long request, long epoch, ClockReading countsFrom) implements AttemptInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.acquire();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case ACQUIRING -> granted(step);
                case STOPPED, FOLLOWER, LEADER, RECONNECTING, RELEASING -> throw step.unexpected(this);
            };
        }

        /** A claim that nobody wants is released, otherwise a candidate that does not lead would hold it. */
        @Override
        public Transition applyLate(MachineStep step) {
            return step.discardGrant(epoch);
        }

        private Transition granted(MachineStep step) {
            if (step.healthy && !step.tooOldToLead(countsFrom)) {
                step.beginTenure(epoch, countsFrom);
                return step.publish(new CandidateEvent.Acquired(epoch)).build();
            }
            step.effect(new Effect.DiscardGrant(epoch))
                    .changeState(CandidateState.FOLLOWER)
                    .publish(new CandidateEvent.AcquireFailed(Optional.empty(), Optional.empty()));
            return step.scheduleRetry(Optional.empty());
        }
    }

    /** Another candidate holds the claim; it may be free after the given time. */
    record HeldByOther(long at, long request, String holder, Optional<Duration> freeAfter)
            implements AttemptInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.acquire();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case ACQUIRING -> refused(step);
                case STOPPED, FOLLOWER, LEADER, RECONNECTING, RELEASING -> throw step.unexpected(this);
            };
        }

        private Transition refused(MachineStep step) {
            step.changeState(CandidateState.FOLLOWER)
                    .publish(new CandidateEvent.AcquireFailed(Optional.of(holder), Optional.empty()));
            if (step.signalPending && step.healthy) {
                step.failedAttempts++;
                return step.startAttempt();
            }
            step.freeAfter = freeAfter;
            if (!step.healthy) {
                step.effect(new Effect.Withdraw());
            }
            return step.scheduleRetry(Optional.empty());
        }
    }

    /** The store may or may not have applied the attempt. */
    record AcquireUnknown(long at, long request, Throwable cause) implements AttemptInput, StoreAnswer {
        @Override
        public boolean isAwaited(AwaitedAnswers awaited) {
            return request == awaited.acquire();
        }

        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case ACQUIRING -> failed(step);
                case STOPPED, FOLLOWER, LEADER, RECONNECTING, RELEASING -> throw step.unexpected(this);
            };
        }

        /** A stopped candidate must not leave a claim behind. Any other one reads the store with its next attempt. */
        @Override
        public Transition applyLate(MachineStep step) {
            return step.withdrawIfStopped();
        }

        private Transition failed(MachineStep step) {
            CandidateEvent failed = new CandidateEvent.AcquireFailed(Optional.empty(), Optional.of(cause));
            CandidateEvent error = new CandidateEvent.ErrorRaised(cause);
            if (!step.settings.autoReacquire()) {
                return step.stop(StopCause.STORE_FAILED, failed, error);
            }
            step.changeState(CandidateState.FOLLOWER).publish(failed).publish(error);
            return step.scheduleRetry(Optional.of(cause));
        }
    }

    /** The retry strategy returned a delay. */
    record RetryAfter(long at, Duration delay) implements AttemptInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED -> step.ignored("not started");
                case FOLLOWER ->
                    step.attemptAfter(step.freeAfter
                            .filter(free -> free.compareTo(delay) < 0)
                            .orElse(delay));
                case ACQUIRING -> step.ignored(MachineStep.ACQUIRING);
                case LEADER -> step.ignored(MachineStep.LEADING);
                case RECONNECTING -> step.attemptAfter(delay);
                case RELEASING -> step.ignored(MachineStep.RELEASING);
            };
        }
    }

    /** The retry strategy gave up. */
    record GiveUp(long at) implements AttemptInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED -> step.ignored("already stopped");
                case FOLLOWER -> step.stop(StopCause.GAVE_UP);
                case ACQUIRING ->
                    step.ignored(MachineStep.ACQUIRING + "; if it fails, the retry strategy is called again");
                case LEADER -> step.ignored(MachineStep.LEADING);
                case RECONNECTING -> {
                    CandidateEvent lost = new CandidateEvent.Lost(step.epoch, step.causeOfContactLoss());
                    yield step.clearTenure().stop(StopCause.GAVE_UP, lost);
                }
                case RELEASING -> step.ignored(MachineStep.RELEASING);
            };
        }
    }
}
