package dev.baton.quorum.disk;

import java.io.IOException;

/** A state folder that must not be used: the member does not start, and the message names the next step. */
public final class StateFolderException extends IOException {
    private static final long serialVersionUID = 1;

    StateFolderException(String message) {
        super(message);
    }
}
