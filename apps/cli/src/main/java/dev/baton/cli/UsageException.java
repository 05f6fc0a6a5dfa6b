package dev.baton.cli;

/** A wrong use of the command; the message names the option and what to do next. */
final class UsageException extends IllegalArgumentException {

    UsageException(String message) {
        super(message);
    }
}
