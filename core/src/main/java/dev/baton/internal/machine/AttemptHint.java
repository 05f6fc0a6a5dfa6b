package dev.baton.internal.machine;

/** What is known about other candidates when a signal triggers an attempt. */
public enum AttemptHint {
    /** Nothing: try at once. */
    NORMAL,
    /** A live candidate has a higher priority: give it a head start. */
    OUTRANKED,
    /** The leader hands over to this candidate: try at once, even if it currently lets others go first. */
    NAMED_SUCCESSOR
}
