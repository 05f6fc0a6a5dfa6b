package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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

    /**
     * Returns whether something is mounted on this folder or below it. False where the mounts cannot be read.
     *
     * @param folder an absolute path without symbolic links
     */
    public static boolean isMountedWithin(Path folder) {
        try {
            return containsWithin(Files.readAllLines(OWN, StandardCharsets.ISO_8859_1), folder);
        } catch (IOException unreadable) {
            return false;
        }
    }

    static boolean contains(List<String> mounts, Path path) {
        String shown = shown(path);
        return points(mounts).anyMatch(shown::equals);
    }

    static boolean containsWithin(List<String> mounts, Path folder) {
        String shown = (shown(folder) + "/").replace("//", "/");
        return points(mounts).anyMatch(point -> (point + "/").startsWith(shown));
    }

    private static String shown(Path path) {
        return escape(path.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Stream<String> points(List<String> mounts) {
        return mounts.stream()
                .map(line -> line.split(" ", MOUNT_POINT + 2))
                .filter(fields -> fields.length > MOUNT_POINT)
                .map(fields -> fields[MOUNT_POINT]);
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
