package dev.baton.node.job;

import java.util.stream.Stream;

/** How a lease ended. */
public enum LeaseEnd {
    /** The agent reported success. */
    SUCCEEDED("succeeded"),
    /** The agent reported a failure. */
    FAILED("failed"),
    /** The lease was not renewed in time. */
    EXPIRED("lapsed"),
    /** The job was cancelled. */
    CANCELLED("cancelled"),
    /** The agent gave the lease back, was stopped, or was deleted. Release 0.1 knows no other code for that. */
    REVOKED("revoked");

    private final String code;

    LeaseEnd(String code) {
        this.code = code;
    }

    /** Returns the name of this end in the database. */
    public String code() {
        return code;
    }

    /** Returns the end with this code. */
    public static LeaseEnd of(String code) {
        return Stream.of(values())
                .filter(end -> end.code.equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown end of a lease: " + code));
    }
}
