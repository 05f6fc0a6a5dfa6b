package dev.baton.support.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The living processes that inherited a number: as the first digits of their hard limit for real-time work
 * ({@code RLIMIT_RTTIME}), which no process can raise, or in the list of the variable {@link #VARIABLE}. A search needs
 * no other process.
 *
 * <pre>{@code
 * List<Long> pids = new MarkedProcesses("4123456789").find(OptionalLong.empty());
 * }</pre>
 */
public record MarkedProcesses(String mark) {
    /** The environment variable with the numbers, separated by spaces. */
    public static final String VARIABLE = "BATON_LEASH";

    /** The number of digits of a limit that is a mark. */
    public static final int LIMIT_DIGITS = 19;

    private static final String LIMIT = "Max realtime timeout";
    private static final Path PROC = Path.of("/proc");
    private static final int ATTEMPTS = 200;
    private static final long PAUSE_NANOS = 1_000_000;

    /** Returns the hard limit for real-time work of this process, as a number or {@code unlimited}; empty if unknown. */
    public static Optional<String> ownLimit() {
        try {
            return hardLimit(read(PROC.resolve("self/limits")));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Returns the pids. A process that has only a zombie left is not alive. Blocks for a moment while a process that is
     * about to end cannot be read.
     *
     * @param group a process group whose members count too
     * @throws IOException if a process could not be read; then nothing is known
     */
    public List<Long> find(OptionalLong group) throws IOException {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                long pid = Long.parseLong(entry.getFileName().toString());
                if (isFound(entry, pid, group)) {
                    found.add(pid);
                }
            }
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
        return found;
    }

    private boolean isFound(Path entry, long pid, OptionalLong group) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                Optional<ProcFs.Stat> stat = ProcFs.SYSTEM.process(pid);
                return stat.isPresent()
                        && !stat.get().hasEnded()
                        && (isInGroup(stat.get(), group) || hasLimit(entry) || hasVariable(entry, stat.get()));
            } catch (NoSuchFileException ended) {
                return false;
            } catch (IOException | RuntimeException unreadable) {
                // A process that ends makes a read fail until its entry is gone, which takes long on a busy machine.
                if (attempt == ATTEMPTS) {
                    throw new IOException("cannot read process " + pid + ": " + unreadable, unreadable);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static boolean isInGroup(ProcFs.Stat stat, OptionalLong group) {
        return group.isPresent() && stat.group() == group.getAsLong();
    }

    private boolean hasLimit(Path entry) throws IOException {
        return hardLimit(read(entry.resolve("limits")))
                .filter(limit -> limit.length() == LIMIT_DIGITS && limit.startsWith(mark))
                .isPresent();
    }

    private boolean hasVariable(Path entry, ProcFs.Stat stat) throws IOException {
        if (stat.memory()) {
            return hasVariable(entry);
        }
        if (stat.threads() == 1) {
            return false; // a process of the kernel, or one that is ending
        }
        boolean missed = false;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(entry.resolve("task"))) {
            for (Path thread : threads) {
                try {
                    if (hasMemory(thread) && hasVariable(thread)) {
                        return true;
                    }
                } catch (NoSuchFileException threadEnded) {
                    missed = true;
                }
            }
        } catch (DirectoryIteratorException failed) {
            throw failed.getCause();
        }
        if (missed) {
            throw new IOException("a thread ended during the search, and may have started another one");
        }
        return false;
    }

    /** Returns whether a thread can still act. One that ended has no memory, and stays listed while a debugger waits. */
    private static boolean hasMemory(Path thread) throws IOException {
        return !read(thread.resolve("statm")).startsWith("0 ");
    }

    /** @param entry a process or a thread; those without memory cannot be read */
    private boolean hasVariable(Path entry) throws IOException {
        try {
            String begin = VARIABLE + "=";
            return List.of(read(entry.resolve("environ")).split("\0", -1)).stream()
                    .filter(variable -> variable.startsWith(begin))
                    .anyMatch(variable -> List.of(
                                    variable.substring(begin.length()).split(" ", -1))
                            .contains(mark));
        } catch (AccessDeniedException ofAnotherUser) {
            return false;
        }
    }

    private static Optional<String> hardLimit(String limits) {
        return limits.lines()
                .filter(line -> line.startsWith(LIMIT))
                .map(line -> line.substring(LIMIT.length()).trim().split("\\s+", -1))
                .filter(values -> values.length > 1)
                .map(values -> values[1])
                .findFirst();
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
