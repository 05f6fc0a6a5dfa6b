package dev.baton.console.http;

/** An answer other than yes, with what to do about it. */
final class ConsoleRefusal extends RuntimeException {
    private final int status;
    private final String error;

    ConsoleRefusal(int status, String error, String message) {
        super(message, null, false, false);
        this.status = status;
        this.error = error;
    }

    int status() {
        return status;
    }

    String error() {
        return error;
    }
}
