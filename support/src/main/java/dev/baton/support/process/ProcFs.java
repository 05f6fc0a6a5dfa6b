package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code /proc}. Every failure to read is reported as such and never as "no such process". */
final class ProcFs {
    static final ProcFs SYSTEM =
            new ProcFs(Path.of("/proc"), ProcessHandle.current().pid());

    private static final int STATE = 0;
    private static final int START_TIME = 19;
    private static final long TICKS_PER_SECOND = 100;

    private final Path root;
    private final long ownPid;

    ProcFs(Path root, long ownPid) {
        this.root = root;
        this.ownPid = ownPid;
    }

    /**
     * One process as {@code /proc/PID/stat} shows it.
     *
     * @param startTime in the initial time namespace
     * @param shownStartTime in the time namespace of this process, as the file shows it
     */
    record Stat(long pid, long startTime, long shownStartTime, boolean zombie) {}

    ProcessIdentity currentProcess() {
        return new ProcessIdentity(
                bootId(), pidNamespace(), ownPid, self().map(Stat::startTime).orElse(0L));
    }

    String bootId() {
        try {
            return Files.readString(root.resolve("sys/kernel/random/boot_id")).trim();
        } catch (IOException unreadable) {
            return "";
        }
    }

    Optional<SystemBoot> boot() {
        String id = bootId();
        try {
            String text = Files.readString(root.resolve("uptime"));
            double seconds = Double.parseDouble(text.substring(0, text.indexOf(' ')));
            return id.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new SystemBoot(id, Duration.ofNanos((long) (seconds * 1e9))));
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private long pidNamespace() {
        try {
            String link = Files.readSymbolicLink(root.resolve("self/ns/pid")).toString();
            return Long.parseLong(link.replaceAll("\\D", ""));
        } catch (IOException | RuntimeException unreadable) {
            return 0;
        }
    }

    /** Returns whether this {@code /proc} shows the pids that this process knows. */
    boolean showsOwnPids() {
        return self().isPresent();
    }

    /** A {@code /proc} of another pid namespace shows other numbers than those that this process knows itself by. */
    private Optional<Stat> self() {
        try {
            return Optional.of(stat(root.resolve("self/stat"))).filter(self -> self.pid == ownPid);
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Returns the process with this pid; empty if {@code /proc} has no such entry.
     *
     * @throws IOException if it cannot be read for any other reason
     */
    Optional<Stat> process(long pid) throws IOException {
        try {
            return Optional.of(stat(root.resolve(pid + "/stat")));
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    /** Returns whether any thread of the process still runs, although its main thread has exited. */
    boolean hasLiveThread(long pid) throws IOException {
        List<Path> tasks;
        try (Stream<Path> listed = Files.list(root.resolve(pid + "/task"))) {
            tasks = listed.toList();
        }
        for (Path task : tasks) {
            try {
                if (!stat(task.resolve("stat")).zombie) {
                    return true;
                }
            } catch (NoSuchFileException ended) {
                // The thread ended between the listing and this read.
            }
        }
        return false;
    }

    /**
     * Returns whether an absent entry means an absent process: {@code /proc} is a real proc file system that hides no
     * processes, and nothing is mounted over the entry.
     */
    boolean showsAllProcesses(long pid) throws IOException {
        boolean complete = false;
        for (String line : Files.readAllLines(root.resolve("self/mountinfo"), StandardCharsets.ISO_8859_1)) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            if (halves.length < 2 || left.length < 5) {
                return false;
            }
            String mountPoint = left[4];
            if (mountPoint.equals(root.toString())) {
                // The last mount on a path is the visible one.
                complete = halves[1].startsWith("proc ") && left[3].equals("/") && !hides(halves[1]);
            } else if (mountPoint.equals(root.resolve(Long.toString(pid)).toString())
                    || mountPoint.startsWith(root.resolve(pid + "/").toString() + "/")) {
                return false;
            }
        }
        return complete;
    }

    private static boolean hides(String options) {
        return options.matches(".*\\bhidepid=(?!0\\b|off\\b).*") || options.contains("subset=");
    }

    /** The command name is in parentheses and may contain anything, so the fields are counted from the last one. */
    private Stat stat(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String[] fields = text.substring(text.lastIndexOf(')') + 2).trim().split(" ", -1);
        boolean zombie = fields[STATE].equals("Z") || fields[STATE].equals("X");
        long pid = Long.parseLong(text.substring(0, text.indexOf(' ')));
        long shownStartTime = Long.parseLong(fields[START_TIME]);
        return new Stat(pid, shownStartTime - timeNamespaceOffset(), shownStartTime, zombie);
    }

    /** A time namespace shifts the start times that its processes see; the shift is taken out again. */
    private long timeNamespaceOffset() throws IOException {
        try {
            for (String line : Files.readAllLines(root.resolve("self/timens_offsets"))) {
                String[] words = line.trim().split("\\s+", -1);
                if (words[0].equals("boottime")) {
                    return Long.parseLong(words[1]) * TICKS_PER_SECOND
                            + Long.parseLong(words[2]) * TICKS_PER_SECOND / 1_000_000_000;
                }
            }
            return 0;
        } catch (NoSuchFileException olderKernel) {
            return 0;
        }
    }
}
