package dev.baton.cli;

import java.io.IOException;

/** A signal ended the processes around a command before the command started: the next start may succeed. */
final class LeashEndedException extends IOException {
    private static final long serialVersionUID = 1;

    LeashEndedException(String message) {
        super(message);
    }
}
