package dev.baton.store;

/**
 * The statements before and after a transaction of several statements, for a database that limits idle sessions only.
 *
 * @param before run before the transaction begins; empty for nothing
 * @param after run after it has ended; empty for nothing
 */
record TransactionFrame(String before, String after) {
    static final TransactionFrame NONE = new TransactionFrame("", "");
}
