package dev.baton.quorum.wire;

import java.util.Locale;

/** Why a message or a connection is rejected; the lower-case name is the label of the metric. */
public enum RejectionCause {
    /** The sender did not prove that it has the cluster key. */
    UNAUTHENTICATED,
    /** The bytes are not a message of this protocol. */
    MALFORMED,
    /** The handshake took too long. */
    SLOW,
    /** There are too many connections, clients or peers. */
    CROWDED,
    /** The sender has this member's own name, or addresses another member. */
    MISTAKEN;

    /** Returns the label of the metric. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
