package dev.baton.store;

/**
 * How an SQLite file records what a transaction changes.
 *
 * <pre>{@code
 * StoreSettings settings = StoreSettings.defaults().with(SqliteJournal.ROLLBACK);
 * }</pre>
 */
public enum SqliteJournal {
    /**
     * A write-ahead log beside the file: one sync per commit, and readers and the writer do not block each other. Commits
     * are in the file {@code -wal} until they are copied, so that file must not be deleted.
     */
    LOG("WAL"),
    /**
     * A rollback journal: all commits and all locks are in the file itself, and no other file can be torn from it. About
     * three times slower, and a reader that is frozen inside a read blocks writers.
     */
    ROLLBACK("TRUNCATE");

    private final String mode;

    SqliteJournal(String mode) {
        this.mode = mode;
    }

    String pragma() {
        return "PRAGMA journal_mode = " + mode;
    }

    boolean isMode(String present) {
        return mode.equalsIgnoreCase(present);
    }
}
