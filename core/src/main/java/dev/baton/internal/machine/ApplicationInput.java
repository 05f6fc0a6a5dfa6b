package dev.baton.internal.machine;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** What the application, its health check and the runtime do to a candidate. */
public sealed interface ApplicationInput extends Input {

    /** The application started the candidate. */
    record Start(long at) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED -> {
                    step.notBefore = at;
                    step.changeState(CandidateState.FOLLOWER);
                    yield step.attemptAfter(Duration.ZERO);
                }
                case FOLLOWER, ACQUIRING, LEADER, RECONNECTING, RELEASING -> step.ignored("already started");
            };
        }
    }

    /** The application requested a stop. */
    record StopRequested(long at) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED -> step.ignored("already stopped");
                case FOLLOWER, ACQUIRING -> step.stop(StopCause.REQUESTED);
                case LEADER -> step.release(EndReason.SHUT_DOWN, Optional.empty());
                case RECONNECTING -> step.lose(EndReason.SHUT_DOWN);
                case RELEASING -> {
                    step.pendingEnd = Optional.of(step.releasing().stopping());
                    yield step.build();
                }
            };
        }
    }

    /** The application requested a step-down. */
    record StepDownRequested(long at) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            return stepDown(step, EndReason.RESIGNED, Optional.empty());
        }
    }

    /** A transfer to the named candidate was requested. */
    record TransferRequested(long at, String successor) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            return stepDown(step, EndReason.TRANSFERRED, Optional.of(successor));
        }
    }

    /** A stop or a step-down of the tenure with this epoch exceeded the timeout of its caller. */
    record ForceRequested(long at, long epoch) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            return switch (step.state) {
                case STOPPED, FOLLOWER, ACQUIRING, LEADER, RECONNECTING -> step.ignored("no release is in progress");
                case RELEASING -> epoch == step.epoch ? force(step) : step.ignored("a later tenure is being released");
            };
        }

        private static Transition force(MachineStep step) {
            boolean sent = step.releasing().released();
            String what = sent ? "the store did not answer the release" : "the work did not stop";
            return step.dropSession(new TimeoutException(what + " in time; the session was dropped"));
        }
    }

    /** The result of the health check changed. */
    record HealthChanged(long at, boolean healthy) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            boolean becameUnhealthy = step.healthy && !healthy;
            step.healthy = healthy;
            return switch (step.state) {
                case STOPPED, ACQUIRING, RELEASING -> step.build();
                // On some stores a standby has a place in a queue, which would make it leader.
                case FOLLOWER -> becameUnhealthy ? step.withdraw() : step.attemptIfReady();
                case LEADER -> healthy ? step.build() : step.release(EndReason.UNHEALTHY, Optional.empty());
                case RECONNECTING -> healthy ? step.build() : step.lose(EndReason.UNHEALTHY);
            };
        }
    }

    /** The runtime failed with an internal error: the candidate stops and drops whatever it holds. */
    record RuntimeFailed(long at, Throwable cause) implements ApplicationInput {
        @Override
        public Transition apply(MachineStep step) {
            CandidateEvent lost = new CandidateEvent.Lost(step.epoch, EndReason.SESSION_CLOSED);
            CandidateEvent error = new CandidateEvent.ErrorRaised(cause);
            return switch (step.state) {
                case STOPPED -> step.publish(error).build();
                case FOLLOWER, ACQUIRING -> step.clearTenure().stop(StopCause.RUNTIME_FAILED, error);
                case LEADER -> {
                    step.effect(new Effect.EndLeadership(EndReason.SESSION_CLOSED));
                    yield step.clearTenure().stop(StopCause.RUNTIME_FAILED, lost, error);
                }
                case RECONNECTING, RELEASING -> step.clearTenure().stop(StopCause.RUNTIME_FAILED, lost, error);
            };
        }
    }

    private static Transition stepDown(MachineStep step, EndReason reason, Optional<String> successor) {
        return switch (step.state) {
            case STOPPED, FOLLOWER, ACQUIRING -> step.ignored("not leading");
            case LEADER -> step.release(reason, successor);
            case RECONNECTING -> step.lose(reason);
            case RELEASING -> step.ignored(MachineStep.RELEASING);
        };
    }
}
