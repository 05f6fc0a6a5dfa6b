package dev.baton;

/** Something failed; the message names the election and the store. */
public class BatonException extends RuntimeException {

    public BatonException(String message) {
        super(message);
    }

    public BatonException(String message, Throwable cause) {
        super(message, cause);
    }
}
