package dev.baton.lease;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** What the kernel tells about this process and others; nothing where there is no {@code /proc}. */
final class ThisProcess {
    private static final int STATE = 0;
    private static final int START_TIME = 19;

    private ThisProcess() {}

    /** The mark of a new connection of this process. */
    static LeaseProcess mark(Path holds) {
        long pid = ProcessHandle.current().pid();
        boolean known = showsOurPids(pid);
        return new LeaseProcess(
                UUID.randomUUID().toString(),
                known ? bootId() : "",
                pidNamespace(),
                pid,
                startOf(pid).orElse(0L),
                holds.toString());
    }

    private static boolean showsOurPids(long pid) {
        try {
            return Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1)
                    .startsWith(pid + " ");
        } catch (IOException notMounted) {
            return false;
        }
    }

    static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).trim();
        } catch (IOException notLinux) {
            return "";
        }
    }

    private static long pidNamespace() {
        try {
            String link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return Long.parseLong(link.replaceAll("\\D", ""));
        } catch (IOException | NumberFormatException notReadable) {
            return 0;
        }
    }

    /** When the process with this pid started, in ticks since boot; nothing when it is not there or has ended. */
    static Optional<Long> startOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            // The name of the command stands in brackets and may hold anything, so fields count from the last one.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ", -1);
            boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
            return ended ? Optional.empty() : Optional.of(Long.parseLong(fields[START_TIME]));
        } catch (IOException | RuntimeException notSeen) {
            return Optional.empty();
        }
    }
}
