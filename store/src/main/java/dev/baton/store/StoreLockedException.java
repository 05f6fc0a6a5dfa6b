package dev.baton.store;

/** Another program kept the SQLite file locked for the whole request. Nothing was written; a later request may succeed. */
public class StoreLockedException extends StoreException {

    public StoreLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
