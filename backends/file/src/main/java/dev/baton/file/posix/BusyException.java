package dev.baton.file.posix;

import java.io.IOException;

/** A file that somebody else kept locked for as long as a request may take. */
public final class BusyException extends IOException {

    BusyException(String message) {
        super(message);
    }
}
