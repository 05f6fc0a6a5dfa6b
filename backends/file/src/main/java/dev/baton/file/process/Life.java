package dev.baton.file.process;

/** What is known of the process behind a claim. */
public enum Life {
    ALIVE,
    /** Proven: it can do nothing any more. */
    DEAD,
    /** Nothing is proven; only time can tell. */
    UNKNOWN
}
