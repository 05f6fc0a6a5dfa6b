package dev.baton.store;

import dev.baton.BatonException;

/** The store was reached but refused the request: it is full, read-only, corrupt, locked or not a store. */
public class StoreException extends BatonException {

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
