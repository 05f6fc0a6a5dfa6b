package dev.baton.file.posix;

import java.io.IOException;

/** Loads the native code of this backend, which can fail. */
public final class NativeCode {
    private static String firstReason = "";
    private static volatile boolean loaded;

    private NativeCode() {}

    /** Loads the native code. Only the first failure has the real cause, so its text is kept for later ones. */
    public static synchronized void load() throws IOException {
        try {
            LibC.errno();
            loaded = true;
        } catch (LinkageError | RuntimeException refused) {
            if (firstReason.isEmpty()) {
                firstReason = reason(refused);
            }
            throw new IOException(
                    "could not load the native code for flock(2): " + firstReason + "; JNA unpacks it into a temporary"
                            + " directory, which must be writable and not mounted noexec; set -Djna.tmpdir=DIR or"
                            + " -Djava.io.tmpdir=DIR to such a directory and start again",
                    refused);
        }
    }

    /** Returns whether the native code is in use in this process. Does not load it. */
    static boolean isLoaded() {
        return loaded;
    }

    private static String reason(Throwable refused) {
        Throwable root = refused;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
