package dev.baton.console.watch;

import java.util.Locale;

/** How far a transfer has come that was requested through the console. */
public enum TransferStage {
    /** Sent; the leader has not answered. */
    REQUESTED,
    /** The leader steps down for the target, which does not lead yet. */
    ACCEPTED,
    /** The target leads. */
    DONE,
    /** The leader refused and continues to lead: the target is absent or unhealthy, or cannot lead next. */
    REFUSED,
    /** The leader did not answer in time, and the target does not lead. */
    UNANSWERED,
    /** The leader accepted, but the target did not lead in time. */
    NOT_ACQUIRED;

    /** Returns whether nothing follows. */
    public boolean isEnd() {
        return this != REQUESTED && this != ACCEPTED;
    }

    /** Returns the lower-case name used in JSON. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
