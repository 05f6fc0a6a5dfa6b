package dev.baton.file.posix;

import dev.baton.support.process.EffectiveUser;

/** The user of this process, determined once, and with native code only where {@code /proc} does not show it. */
final class CurrentUser {
    private static final long ID = EffectiveUser.id().orElseGet(() -> LibC.geteuid() & 0xffffffffL);

    private CurrentUser() {}

    /** Returns the numeric user id. */
    static long id() {
        return ID;
    }
}
