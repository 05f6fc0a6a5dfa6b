package dev.baton.file.posix;

import java.io.IOException;

/** Another program kept a file locked for the whole timeout of a request. */
public final class FileBusyException extends IOException {

    FileBusyException(String message) {
        super(message);
    }
}
