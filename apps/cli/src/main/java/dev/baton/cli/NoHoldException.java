package dev.baton.cli;

import java.io.IOException;
import java.io.Serial;

/** Thrown when the store did not record a command that is about to start. Then this instance must not lead. */
final class NoHoldException extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    NoHoldException(String reason) {
        super("the store did not record the command, so it was not started and leadership is released: " + reason);
    }
}
