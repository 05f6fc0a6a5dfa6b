package dev.baton.console.history;

/** Thrown if the history file cannot be read or written. */
public final class HistoryException extends RuntimeException {

    HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
