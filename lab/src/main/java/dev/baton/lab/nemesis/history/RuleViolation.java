package dev.baton.lab.nemesis.history;

/**
 * A broken promise.
 *
 * @param nanos when it was seen
 */
public record RuleViolation(Kind kind, String text, long nanos) {

    /** The promises. */
    public enum Kind {
        /** Two leaderships of one election were valid at the same time. */
        OVERLAP,
        /** An epoch was granted twice. */
        EPOCH_REPEATED,
        /** A tenure has a lower epoch than one before it. */
        EPOCH_WENT_BACK,
        /** A tenure did not end with exactly one notification. */
        NOT_CLOSED_ONCE,
        /** A process ended although the trial did not end it. */
        UNEXPECTED_END,
        /** A guard accepted a write of a former leader. */
        STALE_WRITE,
        /** A command ran after the next tenure had begun. */
        COMMAND_OVERLAP,
        /** An election had no leader for too long after the faults ended. */
        NO_LEADER,
        /** A resource was lost, or a leader reconciled nothing, after the faults had ended. */
        NOT_RECONCILED,
        /** Files that do not belong to the store were changed. */
        FOREIGN_FILES,
        /** Something exists after the end. */
        LEFT_BEHIND
    }

    @Override
    public String toString() {
        return kind + ": " + text;
    }
}
