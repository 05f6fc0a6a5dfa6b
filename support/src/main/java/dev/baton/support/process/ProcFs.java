package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads {@code /proc}. Every failure to read is reported as such and never as "no such process". */
final class ProcFs {
    static final ProcFs SYSTEM =
            new ProcFs(Path.of("/proc"), ProcessHandle.current().pid());

    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int THREADS = 17;
    private static final int START_TIME = 19;
    private static final int MEMORY = 20;
    private static final String BOOT_ID = "sys/kernel/random/boot_id";

    private final Path root;
    private final long ownPid;
    private final TimeNamespaces timeNamespaces;

    ProcFs(Path root, long ownPid) {
        this.root = root;
        this.ownPid = ownPid;
        this.timeNamespaces = new TimeNamespaces(root);
    }

    /**
     * One process as {@code /proc/PID/stat} shows it.
     *
     * @param group the process group
     * @param startTime as the file shows it in the time namespace of this process
     * @param zombie whether the main thread has exited
     * @param threads the number of threads, zombies included; 0 if the entry was removed during the read
     * @param memory whether the main thread has memory: not in the kernel, and not if it has exited
     */
    record Stat(long pid, long group, long startTime, boolean zombie, int threads, boolean memory) {

        /**
         * Returns whether no thread is left that could act. The kernel counts the threads under the lock under which it
         * adds and removes them. A listing of the threads would miss one that starts its successor and exits.
         *
         * @throws IOException if the entry was removed during the read: after {@code execve(2)} in another thread, the
         *     process lives on under a new entry
         */
        boolean hasEnded() throws IOException {
            if (zombie && threads < 1) {
                throw new IOException("entry of process " + pid + " removed during the read");
            }
            return zombie && threads == 1;
        }
    }

    ProcessIdentity currentProcess() {
        return ownIdentity().identity();
    }

    /** Returns the identity of this process, and whether a part that could not be read may be readable later. */
    OwnIdentity ownIdentity() {
        boolean mayBecomeKnown = false;
        String bootId = "";
        long startTime = 0;
        try {
            bootId = readBootId();
        } catch (IOException unreadable) {
            mayBecomeKnown = mayPass(unreadable);
        }
        try {
            startTime = readSelf().map(Stat::startTime).orElse(0L);
        } catch (IOException unreadable) {
            mayBecomeKnown |= mayPass(unreadable);
        }
        return new OwnIdentity(new ProcessIdentity(bootId, pidNamespace(), ownPid, startTime), mayBecomeKnown);
    }

    /** Absent and forbidden files stay so. Other failures, such as too many open files, pass. */
    private static boolean mayPass(IOException unreadable) {
        return !(unreadable instanceof NoSuchFileException || unreadable instanceof AccessDeniedException);
    }

    /** Returns the id of this boot; empty if unknown. */
    String bootId() {
        try {
            return readBootId();
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Returns the id of this boot; empty if a container has mounted a file with a random id over it. */
    private String readBootId() throws IOException {
        boolean genuine = MountTable.read(root).isGenuine(BOOT_ID);
        return genuine ? Files.readString(root.resolve(BOOT_ID)).trim() : "";
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

    /** Returns whether uptime and monotonic clock mean the same to this process as to others of this machine. */
    boolean sharesClocks() {
        return timeNamespaces.hasNoOffset();
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

    private Optional<Stat> self() {
        try {
            return readSelf();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** A {@code /proc} of another pid namespace shows other numbers than those that this process knows itself by. */
    private Optional<Stat> readSelf() throws IOException {
        try {
            return Optional.of(stat(root.resolve("self/stat"))).filter(self -> self.pid == ownPid);
        } catch (RuntimeException malformed) {
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

    /** Returns the arguments of the process, the program's name first. */
    List<String> arguments(long pid) throws IOException {
        String text = Files.readString(root.resolve(pid + "/cmdline"), StandardCharsets.ISO_8859_1);
        return List.of(text.split("\0", -1));
    }

    /**
     * Returns whether this process can be the one that was recorded with the given start time.
     *
     * @throws IOException if that is unknown
     */
    boolean mayHaveStartedAt(Stat found, long recorded) throws IOException {
        return timeNamespaces.mayBeSame(found.pid, found.startTime, recorded);
    }

    /**
     * Returns whether an absent entry means an absent process.
     *
     * @throws IOException if the mounts cannot be read
     */
    boolean showsAllProcesses(long pid) throws IOException {
        return MountTable.read(root).showsAllProcesses(pid);
    }

    /** The command name is in parentheses and may contain anything, so the fields are counted from the last one. */
    private Stat stat(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        String[] fields = text.substring(text.lastIndexOf(')') + 2).trim().split(" ", -1);
        boolean zombie = fields[STATE].equals("Z") || fields[STATE].equals("X");
        long pid = Long.parseLong(text.substring(0, text.indexOf(' ')));
        return new Stat(
                pid,
                Long.parseLong(fields[GROUP]),
                Long.parseLong(fields[START_TIME]),
                zombie,
                Integer.parseInt(fields[THREADS]),
                !fields[MEMORY].equals("0"));
    }
}
