package dev.baton;

/** The store was reached, but the claim could not be taken, kept or given back. */
public class LockException extends BatonException {

    public LockException(String message) {
        super(message);
    }

    public LockException(String message, Throwable cause) {
        super(message, cause);
    }
}
