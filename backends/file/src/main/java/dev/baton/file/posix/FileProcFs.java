package dev.baton.file.posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** What {@code /proc} tells about processes; on a Mac, what Java tells. */
public final class FileProcFs {
    private static final int STATE = 0;
    private static final int START_TIME = 19;

    /**
     * A process as it is now.
     *
     * @param startTime clock ticks since boot (on a Mac: milliseconds since 1970), 0 when not known
     */
    public record Seen(long startTime, boolean zombie) {}

    private FileProcFs() {}

    /** The process with this pid, as far as it can be seen from here. */
    public static Optional<Seen> process(long pid) {
        if (!OperatingSystem.LINUX) {
            return ProcessHandle.of(pid).map(found -> new Seen(startOf(found), false));
        }
        try {
            return Optional.of(parse(Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException | RuntimeException notSeen) {
            return Optional.empty();
        }
    }

    /** Whether {@code /proc} speaks of the same pids as this process does. */
    public static boolean showsOurPids() {
        if (!OperatingSystem.LINUX) {
            return true;
        }
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith(ProcessHandle.current().pid() + " ");
        } catch (IOException notMounted) {
            return false;
        }
    }

    public static long ownStartTime() {
        if (!OperatingSystem.LINUX) {
            return startOf(ProcessHandle.current());
        }
        try {
            return parse(Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1))
                    .startTime();
        } catch (IOException | RuntimeException notMounted) {
            return 0;
        }
    }

    public static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
        } catch (IOException notLinux) {
            return "";
        }
    }

    /** The inode of this process's pid namespace, 0 where there are none. */
    public static long pidNamespace() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.replaceAll("\\D", ""));
        } catch (NoSuchFileException notLinux) {
            return 0;
        } catch (IOException | NumberFormatException notReadable) {
            return 0;
        }
    }

    /** The name of the command stands in brackets and may hold anything, so fields count from the last one. */
    private static Seen parse(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ", -1);
        boolean zombie = fields[STATE].equals("Z") || fields[STATE].equals("X");
        return new Seen(Long.parseLong(fields[START_TIME]), zombie);
    }

    private static long startOf(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
