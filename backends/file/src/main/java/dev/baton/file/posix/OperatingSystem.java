package dev.baton.file.posix;

import java.util.Locale;

/** What kind of machine this is, known without native code. */
public final class OperatingSystem {
    private static final String OS = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);

    static final boolean LINUX = OS.contains("linux");
    static final boolean MAC = OS.contains("mac");

    private OperatingSystem() {}

    /** Refuses a machine without {@code flock(2)}: a lock that locks nobody out is worse than none. */
    public static void requireFlock(String os) {
        String name = os.toLowerCase(Locale.ROOT);
        if (!name.contains("linux") && !name.contains("mac")) {
            throw new IllegalArgumentException("the file backend needs flock(2), which " + os
                    + " does not have; use another backend there, such as postgres://, lease: or quorum://");
        }
    }
}
