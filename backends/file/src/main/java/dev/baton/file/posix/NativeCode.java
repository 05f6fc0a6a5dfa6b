package dev.baton.file.posix;

import java.io.IOException;

/** The native half of this backend, which may be impossible to load. */
public final class NativeCode {
    private static String firstReason = "";

    private NativeCode() {}

    /** Loads it, or says what to do. Only the first try tells why it failed, so that is kept. */
    public static synchronized void load() throws IOException {
        try {
            LibC.errno();
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

    private static String reason(Throwable refused) {
        Throwable root = refused;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage()).lines().findFirst().orElse("no reason given");
    }
}
