package dev.baton.file.posix;

import com.sun.security.auth.module.UnixSystem;

/** The user of this process, determined once and without JNA where the JDK can say it. */
final class CurrentUser {
    private static final long ID = read();

    private CurrentUser() {}

    /** Returns the numeric user id. */
    static long id() {
        return ID;
    }

    private static long read() {
        try {
            return new UnixSystem().getUid();
        } catch (LinkageError | RuntimeException moduleMissing) {
            return LibC.geteuid();
        }
    }
}
