package dev.baton.fence;

/**
 * The state of the sequence that every raise of an epoch advances, as a guard read it.
 *
 * @param value the last value of the sequence
 * @param sequence the sequence's object id: a sequence that was dropped and created again has another one
 * @param serverStart when the server started: one that was restored, or a promoted replica, has another start. In
 *     seconds since 1970; the number is exact to a microsecond, as the server's is
 */
record RaiseMark(long value, long sequence, double serverStart) {
    /** The value of a sequence that cannot be read. */
    static final long UNKNOWN = 0;

    /** Stands for the value if the transaction's snapshot may be older than the lock. */
    static final long SNAPSHOT = -1;
}
