package dev.baton.spi;

import dev.baton.LiveCommands;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delays one candidate while the command of the tenure before is running. A backend asks it when its own rule would let
 * the candidate acquire, in the step that reads the epoch. Thread-safe.
 *
 * <p>The claim of that tenure is gone, so the command must end: if it is the init process of Baton for this election and
 * epoch, it is killed. Any other process is only waited for.
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
    private final ProcessEvidence processes = ProcessEvidence.ofThisMachine();
    private long logAt;

    public LiveCommandCheck(ContenderSettings settings, LongSupplier nanos) {
        this.election = settings.election();
        this.policy = settings.liveCommands();
        this.nanos = nanos;
        this.logAt = nanos.getAsLong();
    }

    /** Returns the mark that Baton gives to the init process of a command, as an argument of its own. */
    public static String mark(String election, long epoch) {
        return "baton-init:" + election + ":" + epoch;
    }

    /**
     * Returns the refusal if the command is seen running; empty if the candidate may go on. Reads {@code /proc}.
     *
     * @param holder the instance id of the tenure before
     * @param epoch the epoch of the tenure before
     */
    public Optional<AcquireOutcome.HeldBy> delay(String holder, long epoch, Optional<RunningCommand> command) {
        if (command.isEmpty() || processes.hasEnded(command.get().identity()) != Evidence.NO) {
            return Optional.empty();
        }
        long pid = command.get().pid();
        if (policy == LiveCommands.IGNORE) {
            logSometimes(
                    "acquires although the command of {} (epoch {}) is still running as pid {}", holder, epoch, pid);
            return Optional.empty();
        }
        boolean killed = processes.kill(command.get().identity(), mark(election, epoch));
        if (!killed) {
            logSometimes("waits: the command of {} (epoch {}) is still running as pid {}", holder, epoch, pid);
        }
        return Optional.of(new AcquireOutcome.HeldBy(
                holder + " (its command runs as pid " + pid + ")", epoch, Optional.of(RETRY)));
    }

    private synchronized void logSometimes(String message, String holder, long epoch, long pid) {
        long now = nanos.getAsLong();
        if (now - logAt >= 0) {
            logAt = now + LOG_INTERVAL_NANOS;
            LOG.warn("election " + election + ": " + message, holder, epoch, pid);
        }
    }
}
