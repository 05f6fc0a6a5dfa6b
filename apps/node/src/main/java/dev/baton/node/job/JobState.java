package dev.baton.node.job;

import java.util.Locale;
import java.util.Optional;

/** Where a job is. */
public enum JobState {
    /** It waits for an agent. */
    QUEUED,
    /** An agent has it. */
    LEASED,
    /** An agent did it. */
    SUCCEEDED,
    /** An agent tried, and it failed for good. */
    FAILED,
    /** As many leases as it may have ran out without a result. */
    DEAD,
    /** Somebody called it off. */
    CANCELLED;

    private final String code = name().toLowerCase(Locale.ROOT);

    /** Its name in JSON and in the database. */
    public String code() {
        return code;
    }

    /** Whether nothing happens to such a job any more. */
    public boolean isFinal() {
        return this != QUEUED && this != LEASED;
    }

    /** The state of that name. */
    public static Optional<JobState> of(String code) {
        for (JobState state : values()) {
            if (state.code.equals(code)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
