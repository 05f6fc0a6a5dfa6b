package dev.baton.cli;

/** The command was called in a way that cannot work; the message says how it can. */
final class UsageException extends RuntimeException {

    UsageException(String message) {
        super(message);
    }
}
