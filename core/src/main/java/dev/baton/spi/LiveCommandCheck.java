package dev.baton.spi;

import dev.baton.LiveCommands;
import dev.baton.support.process.ControlGroupEvidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessState;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delays one candidate while the command of the tenure before is running. A backend asks it when its own rule would let
 * the candidate acquire, in the step that reads the epoch. Thread-safe.
 *
 * <p>The claim of that tenure is gone, so the command must end: if it is the init process of Baton for this election and
 * epoch, it is killed. Any other process, or control group, is only waited for. A command of this boot and pid namespace is also waited for
 * while it cannot be read: only the proof of its end lets the candidate go on. A command elsewhere delays nobody.
 *
 * <pre>{@code
 * Optional<AcquireOutcome.HeldBy> delay = liveCommands.delay(holder, epoch, RunningCommand.parse(row.command()));
 * }</pre>
 */
public final class LiveCommandCheck {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration RETRY = Duration.ofMillis(100);
    private static final long LOG_INTERVAL_NANOS = Duration.ofSeconds(10).toNanos();

    private final String election;
    private final LiveCommands policy;
    private final LongSupplier nanos;
    private final ProcessEvidence processes;
    private final Function<RunningCommand, ProcessState> states;
    private long logAt;

    public LiveCommandCheck(ContenderSettings settings, LongSupplier nanos) {
        this(settings.election(), settings.liveCommands(), nanos);
    }

    public LiveCommandCheck(String election, LiveCommands policy, LongSupplier nanos) {
        this(election, policy, nanos, ProcessEvidence.ofThisMachine());
    }

    private LiveCommandCheck(String election, LiveCommands policy, LongSupplier nanos, ProcessEvidence processes) {
        this(
                election,
                policy,
                nanos,
                processes,
                command -> command.state(processes, ControlGroupEvidence.ofThisMachine()));
    }

    /** @param states what can be found out about a command; replaceable in tests */
    LiveCommandCheck(
            String election,
            LiveCommands policy,
            LongSupplier nanos,
            ProcessEvidence processes,
            Function<RunningCommand, ProcessState> states) {
        this.election = election;
        this.policy = policy;
        this.nanos = nanos;
        this.processes = processes;
        this.states = states;
        this.logAt = nanos.getAsLong();
    }

    /** Returns the mark that Baton gives to the init process of a command, as an argument of its own. */
    public static String mark(String election, long epoch) {
        return "baton-init:" + election + ":" + epoch;
    }

    /**
     * Returns the refusal if the command runs, or may run, where this process would see it; empty if the candidate may go
     * on. Reads {@code /proc}.
     *
     * @param holder the instance id of the tenure before
     * @param epoch the epoch of the tenure before
     */
    public Optional<AcquireOutcome.HeldBy> delay(String holder, long epoch, Optional<RunningCommand> command) {
        return command.flatMap(recorded -> switch (states.apply(recorded)) {
            case ENDED, ELSEWHERE -> Optional.empty();
            case RUNNING -> delayForRunning(holder, epoch, recorded);
            case UNREADABLE -> delayForUnreadable(holder, epoch, recorded.place());
        });
    }

    private Optional<AcquireOutcome.HeldBy> delayForRunning(String holder, long epoch, RunningCommand command) {
        String place = command.place();
        if (policy == LiveCommands.IGNORE) {
            logSometimes("acquires although the command of {} (epoch {}) is still running as {}", holder, epoch, place);
            return Optional.empty();
        }
        boolean killed = processes.kill(command.identity(), mark(election, epoch));
        if (!killed) {
            logSometimes("waits: the command of {} (epoch {}) is still running as {}", holder, epoch, place);
        }
        return Optional.of(held(holder + " (its command runs as " + place + ")", epoch));
    }

    private Optional<AcquireOutcome.HeldBy> delayForUnreadable(String holder, long epoch, String place) {
        if (policy == LiveCommands.IGNORE) {
            logSometimes(
                    "acquires although the command of {} (epoch {}) may still be running as {}: /proc cannot be read",
                    holder,
                    epoch,
                    place);
            return Optional.empty();
        }
        logSometimes(
                "waits: the command of {} (epoch {}) may still be running as {}. This process cannot read it in /proc:"
                        + " too many open files, or /proc hides processes of other users (hidepid). Repair that, or"
                        + " acquire at your own risk with --live-command=ignore (LiveCommands.IGNORE)",
                holder,
                epoch,
                place);
        return Optional.of(held(holder + " (its command may run as " + place + ")", epoch));
    }

    private static AcquireOutcome.HeldBy held(String holder, long epoch) {
        return new AcquireOutcome.HeldBy(holder, epoch, Optional.of(RETRY));
    }

    private synchronized void logSometimes(String message, String holder, long epoch, String place) {
        long now = nanos.getAsLong();
        if (now - logAt >= 0) {
            logAt = now + LOG_INTERVAL_NANOS;
            LOG.warn("election " + election + ": " + message, holder, epoch, place);
        }
    }
}
