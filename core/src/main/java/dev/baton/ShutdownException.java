package dev.baton;

/** A stop took longer than its time limit; the release was forced. */
public class ShutdownException extends BatonException {

    public ShutdownException(String message) {
        super(message);
    }
}
