package dev.baton.node.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A job as submitted by a client.
 *
 * @param payload opaque JSON text for the agent, exactly as it was submitted
 * @param command the command and its arguments; empty if the job has none
 * @param timeout the time limit of one attempt
 * @param maxAttempts the maximum number of leases; if empty, {@link #DEFAULT_ATTEMPTS}, and a reported failure is final
 * @param priority jobs with a higher priority are leased first
 * @param requires the labels that an agent needs to run the job
 */
public record JobSpec(
        String name,
        Optional<String> payload,
        List<String> command,
        Duration timeout,
        Optional<Integer> maxAttempts,
        int priority,
        Labels requires) {
    /** The default number of leases; enough to survive the loss of two agents. */
    public static final int DEFAULT_ATTEMPTS = 3;

    /** The default time limit of one attempt. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(1);

    /** The maximum size of a payload in bytes of UTF-8, the same for clients, controllers and agents. */
    public static final int LARGEST_PAYLOAD = 1 << 20;

    /** The maximum size of a command with its arguments in bytes of UTF-8; Linux allows no longer argument. */
    public static final int LARGEST_COMMAND = (1 << 17) - 1;

    public JobSpec {
        command = List.copyOf(command);
    }

    /** Creates a job that every agent can run. */
    public JobSpec(
            String name,
            Optional<String> payload,
            List<String> command,
            Duration timeout,
            Optional<Integer> maxAttempts,
            int priority) {
        this(name, payload, command, timeout, maxAttempts, priority, Labels.NONE);
    }

    /** Returns whether all texts but the payload are the same. */
    public boolean hasSameWords(JobSpec other) {
        return name.equals(other.name) && command.equals(other.command) && requires.equals(other.requires);
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
