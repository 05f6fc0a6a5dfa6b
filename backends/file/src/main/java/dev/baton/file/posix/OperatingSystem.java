package dev.baton.file.posix;

import java.util.Locale;

/** The operating system, determined without native code. */
public final class OperatingSystem {
    static final boolean LINUX =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");

    private OperatingSystem() {}

    /** Refuses a system without {@code flock(2)}, where a lock would exclude no other process. */
    public static void requireFlock(String os) {
        String name = os.toLowerCase(Locale.ROOT);
        if (!name.contains("linux") && !name.contains("mac")) {
            throw new IllegalArgumentException("the file backend needs flock(2), which " + os
                    + " does not have; use another backend there, such as postgres://, lease: or quorum://");
        }
    }
}
