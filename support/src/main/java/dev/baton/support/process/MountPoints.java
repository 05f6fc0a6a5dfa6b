package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The mounts that this process sees. */
public final class MountPoints {
    private static final Path OWN = Path.of("/proc/self/mountinfo");
    private static final int MOUNT_POINT = 4;

    private MountPoints() {}

    /** Returns the file that lists the mounts. While it is open, {@code poll(2)} reports that they have changed. */
    public static Path table() {
        return OWN;
    }

    /**
     * Returns whether something is mounted on exactly this path, for example a single file of the host in a container.
     * False where the mounts cannot be read.
     *
     * @param path an absolute path without symbolic links
     */
    public static boolean isMountPoint(Path path) {
        try {
            return contains(Files.readAllLines(OWN, StandardCharsets.ISO_8859_1), path);
        } catch (IOException unreadable) {
            return false;
        }
    }

    static boolean contains(List<String> mounts, Path path) {
        byte[] wanted = path.toString().getBytes(StandardCharsets.UTF_8);
        String shown = escape(wanted);
        return mounts.stream()
                .map(line -> line.split(" ", MOUNT_POINT + 2))
                .anyMatch(fields -> fields.length > MOUNT_POINT && fields[MOUNT_POINT].equals(shown));
    }

    /** The kernel writes these characters of a path as octal numbers. */
    private static String escape(byte[] path) {
        StringBuilder shown = new StringBuilder();
        for (byte one : path) {
            if (" \t\n\\#".indexOf(one) >= 0) {
                shown.append('\\').append(String.format(Locale.ROOT, "%03o", one));
            } else {
                shown.append((char) (one & 0xff));
            }
        }
        return shown.toString();
    }
}
