package dev.baton.internal.machine;

import static dev.baton.internal.machine.Effect.Timer.RENEW;

import dev.baton.CandidateEvent;
import dev.baton.ClockReading;
import dev.baton.EndReason;
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
                case LEADER -> step.effect(new Effect.Renew(step.epoch)).build();
                case RELEASING -> step.unlessReleased(() -> step.effect(new Effect.Renew(step.epoch)));
            };
        }
    }

    /** The store confirmed the claim again. */
    record Renewed(long at, long epoch, ClockReading countsFrom) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> step.ignored(MachineStep.LATE_RENEWAL);
                case LEADER -> epoch == step.epoch ? extended(step) : step.earlierTenure();
                case RECONNECTING -> step.isReclaim(epoch) ? recovered(step) : step.ignored(MachineStep.NOT_A_RECLAIM);
                case RELEASING -> step.unlessReleased(() -> step.setTimer(RENEW, step.timing.renewInterval()));
            };
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
            return step.beginTenure(epoch, countsFrom).build();
        }
    }

    /** The store did not confirm the claim, but the candidate may still hold it. */
    record RenewUnknown(long at, long epoch, Throwable cause) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> step.ignored(MachineStep.LATE_RENEWAL);
                case LEADER -> epoch == step.epoch ? failing(step) : step.earlierTenure();
                case RECONNECTING ->
                    step.isReclaim(epoch) ? notRecovered(step) : step.ignored(MachineStep.NOT_A_RECLAIM);
                case RELEASING -> step.unlessReleased(() -> step.setTimer(RENEW, step.timing.renewRetry()));
            };
        }

        private Transition failing(MachineStep step) {
            step.renewFailing = true;
            return step.publish(new CandidateEvent.ErrorRaised(cause))
                    .setTimer(RENEW, step.timing.renewRetry())
                    .build();
        }

        private Transition notRecovered(MachineStep step) {
            step.publish(new CandidateEvent.ErrorRaised(cause));
            return step.scheduleRetry(Optional.of(cause));
        }
    }

    /** The candidate does not hold the claim any more. */
    record ClaimGone(long at, long epoch, EndReason reason) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            boolean current = epoch == step.epoch;
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING -> step.ignored("the tenure has already ended");
                case LEADER -> current ? step.end(reason) : step.earlierTenure();
                case RECONNECTING -> current ? step.lose(reason) : step.earlierTenure();
                case RELEASING -> current ? step.close(new CandidateEvent.Lost(epoch, reason)) : step.earlierTenure();
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
    record ReleaseDone(long at, long epoch) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return step.onReleaseReply(
                    epoch,
                    () -> step.close(
                            new CandidateEvent.Released(epoch, step.releasing().reason())));
        }
    }

    /** The store may or may not have applied the release. */
    record ReleaseUnknown(long at, long epoch, Throwable cause) implements TenureInput {
        @Override
        public Transition apply(MachineStep step) {
            return step.onReleaseReply(epoch, () -> step.dropSession(cause));
        }
    }
}
