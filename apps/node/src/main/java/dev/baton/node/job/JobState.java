package dev.baton.node.job;

import java.util.Optional;
import java.util.stream.Stream;

/** The state of a job. */
public enum JobState {
    /** The job waits for an agent. */
    QUEUED("queued"),
    /** An agent works on the job. */
    LEASED("leased"),
    /** An agent reported success. */
    SUCCEEDED("succeeded"),
    /** An agent reported a failure, and the job is not retried. */
    FAILED("failed"),
    /** All attempts ended without a result. */
    DEAD("dead"),
    /** A client cancelled the job. */
    CANCELLED("cancelled");

    private final String code;

    JobState(String code) {
        this.code = code;
    }

    /** Returns the name of this state in JSON and in the database. */
    public String code() {
        return code;
    }

    /** Returns whether a job in this state has ended. Then only a request of a client changes it. */
    public boolean isFinal() {
        return this != QUEUED && this != LEASED;
    }

    /** Returns the state with this code. */
    public static Optional<JobState> of(String code) {
        return Stream.of(values()).filter(state -> state.code.equals(code)).findFirst();
    }
}
