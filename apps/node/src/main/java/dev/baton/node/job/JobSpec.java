package dev.baton.node.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A job as submitted by a client.
 *
 * @param payload opaque JSON text for the agent
 * @param command the command and its arguments; empty if the job has none
 * @param timeout the time limit of one attempt
 * @param maxAttempts the maximum number of leases; if empty, {@link #DEFAULT_ATTEMPTS}, and a reported failure is final
 * @param priority jobs with a higher priority are leased first
 */
public record JobSpec(
        String name,
        Optional<String> payload,
        List<String> command,
        Duration timeout,
        Optional<Integer> maxAttempts,
        int priority) {
    /** The default number of leases; enough to survive the loss of two agents. */
    public static final int DEFAULT_ATTEMPTS = 3;

    /** The default time limit of one attempt. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(1);

    public JobSpec {
        command = List.copyOf(command);
    }

    /** Returns the maximum number of leases. */
    public int attempts() {
        return maxAttempts.orElse(DEFAULT_ATTEMPTS);
    }

    /** Returns whether a reported failure is retried while attempts are left. */
    public boolean retriesFailures() {
        return maxAttempts.isPresent();
    }
}
