package dev.baton.internal.machine;

/** What is known about an attempt before it is made. */
public enum AttemptHint {
    /** Nothing speaks against trying at once. */
    NORMAL,
    /** A live candidate of higher priority stands too: give it a head start. */
    OUTRANKED,
    /** This candidate was named as successor: try at once, whatever it was waiting for. */
    SUMMONED
}
