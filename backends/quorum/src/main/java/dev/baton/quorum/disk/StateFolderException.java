package dev.baton.quorum.disk;

import java.io.IOException;

/** A state that must not be used: the member refuses to start, and the message says what to do. */
public final class StateFolderException extends IOException {
    private static final long serialVersionUID = 1;

    StateFolderException(String what) {
        super(what);
    }
}
