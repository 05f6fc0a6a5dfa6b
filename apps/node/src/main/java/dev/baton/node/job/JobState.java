package dev.baton.node.job;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The state of a job. */
public enum JobState {
    /** The job waits for an agent. */
    QUEUED,
    /** An agent works on the job. */
    LEASED,
    /** An agent reported success. */
    SUCCEEDED,
    /** An agent reported a failure, and the job is not retried. */
    FAILED,
    /** All attempts ended without a result. */
    DEAD,
    /** A client cancelled the job. */
    CANCELLED;

    /** Returns the name of this state in JSON and in the database. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a job in this state never changes again. */
    public boolean isFinal() {
        return this != QUEUED && this != LEASED;
    }

    /** Returns the state with this code. */
    public static Optional<JobState> of(String code) {
        return Stream.of(values()).filter(state -> state.code().equals(code)).findFirst();
    }
}
