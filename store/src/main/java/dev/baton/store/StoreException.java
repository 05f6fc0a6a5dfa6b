package dev.baton.store;

import dev.baton.BatonException;

/** The store was reached and refused: full, read-only, corrupt, locked, or not what it should be. */
public class StoreException extends BatonException {

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
