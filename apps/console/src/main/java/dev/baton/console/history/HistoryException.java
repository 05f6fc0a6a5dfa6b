package dev.baton.console.history;

/** The file in which reigns are kept could not be read or written. */
public final class HistoryException extends RuntimeException {

    HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
