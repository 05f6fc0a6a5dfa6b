package dev.baton.file.posix;

import java.io.IOException;

/** A file that somebody else kept locked for as long as a request may take. */
public final class FileBusyException extends IOException {

    FileBusyException(String message) {
        super(message);
    }
}
