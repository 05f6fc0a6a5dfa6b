package dev.baton;

/** The store could not be reached, or the connection to it was lost. */
public class ConnectionException extends BatonException {

    public ConnectionException(String message) {
        super(message);
    }

    public ConnectionException(String message, Throwable cause) {
        super(message, cause);
    }
}
