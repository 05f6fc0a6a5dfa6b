package dev.baton.node.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What somebody wants done.
 *
 * @param payload opaque JSON text for the agent
 * @param command the words of a command, empty when there is none
 * @param timeout how long one attempt may take
 * @param maxAttempts how often it may be leased; empty: {@link #USUAL_ATTEMPTS}, and a failure is final
 * @param priority a higher one goes first
 */
public record JobSpec(
        String name,
        Optional<String> payload,
        List<String> command,
        Duration timeout,
        Optional<Integer> maxAttempts,
        int priority) {
    /** How often a job is leased when nobody says: enough to survive two agents. */
    public static final int USUAL_ATTEMPTS = 3;

    /** How long one attempt may take when nobody says. */
    public static final Duration USUAL_TIMEOUT = Duration.ofHours(1);

    public JobSpec {
        command = List.copyOf(command);
    }

    /** How often it may be leased. */
    public int attempts() {
        return maxAttempts.orElse(USUAL_ATTEMPTS);
    }

    /** Whether a reported failure is tried again while attempts are left. */
    public boolean retriesFailures() {
        return maxAttempts.isPresent();
    }
}
