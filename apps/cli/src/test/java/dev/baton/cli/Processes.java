package dev.baton.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The state of processes according to the operating system. */
final class Processes {
    /** A line of {@code /proc/PID/fdinfo/FD}: the lock of a file in a store, or of a database of SQLite. */
    private static final Pattern LOCKED = Pattern.compile("^lock:.*(FLOCK|POSIX)", Pattern.MULTILINE);

    private Processes() {}

    /** Returns whether a process lives; a zombie does not. */
    static boolean isAlive(long pid) {
        char state = state(pid);
        return state != 'Z' && state != 'X';
    }

    /** Returns the state as in /proc: R running, S sleeping, T stopped, Z zombie; X if there is no such process. */
    static char state(long pid) {
        return state(Path.of("/proc", Long.toString(pid), "stat"));
    }

    private static char state(Path file) {
        try {
            String stat = Files.readString(file);
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException gone) {
            return 'X';
        }
    }

    /** Returns the process that has these words among its arguments. */
    static long withArguments(String... words) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> arguments(pid).containsAll(List.of(words)))
                .findFirst()
                .orElseThrow();
    }

    /** Returns whether a process with these words among its arguments lives. */
    static boolean anyAliveWith(String... words) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(Processes::isAlive)
                .anyMatch(pid -> arguments(pid).containsAll(List.of(words)));
    }

    /** Returns the processes that run, or are stopped, in a directory. A process with a living thread counts. */
    static List<Long> aliveIn(Path directory) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> threads(pid).anyMatch(thread -> state(thread.resolve("stat")) != 'Z'))
                .filter(pid -> worksIn(pid, directory))
                .toList();
    }

    /** Returns the pid, as seen from here, of a process in a directory that has this pid in a namespace of its own. */
    static long outside(Path directory, long inside) {
        return aliveIn(directory).stream()
                .filter(pid -> namespacePid(pid) == inside)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no process " + inside + " in " + directory));
    }

    private static boolean worksIn(long pid, Path directory) {
        // The main thread of a process that lives on in another thread has no directory.
        return threads(pid).anyMatch(thread -> {
            try {
                return Files.readSymbolicLink(thread.resolve("cwd")).equals(directory.toRealPath());
            } catch (IOException gone) {
                return false;
            }
        });
    }

    private static Stream<Path> threads(long pid) {
        try (Stream<Path> listed = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return listed.toList().stream();
        } catch (IOException | UncheckedIOException gone) {
            return Stream.of();
        }
    }

    /** Returns the pid that a process has in its innermost namespace. */
    static long namespacePid(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("NSpid:"))
                    .map(line -> line.replaceFirst(".*\\s", ""))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(pid);
        } catch (IOException | UncheckedIOException gone) {
            return -1;
        }
    }

    static boolean hasArguments(long pid, String... words) {
        return arguments(pid).containsAll(List.of(words));
    }

    private static List<String> arguments(long pid) {
        try {
            return Arrays.asList(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .split("\0", -1));
        } catch (IOException gone) {
            return List.of();
        }
    }

    /**
     * Freezes a process at a moment when it does not hold a lock on the file. A leader that is frozen inside its critical
     * section keeps the lock file of its election locked, and no standby can take over until it is resumed; the same with
     * a transaction of SQLite. On a busy machine, that is likely.
     */
    static void freezeOutsideLock(long pid, Path lock) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> {
                    signal("STOP", pid);
                    await().atMost(Duration.ofSeconds(60)).until(() -> isFrozen(pid));
                    if (!holdsLock(pid, lock)) {
                        return true;
                    }
                    signal("CONT", pid);
                    return false;
                });
    }

    private static boolean isFrozen(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.allMatch(thread -> state(thread.resolve("stat")) == 'T');
        }
    }

    private static boolean holdsLock(long pid, Path file) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            for (Path descriptor : open.toList()) {
                if (Files.readSymbolicLink(descriptor).equals(file.toRealPath())
                        && LOCKED.matcher(Files.readString(
                                        process.resolve("fdinfo").resolve(descriptor.getFileName())))
                                .find()) {
                    return true;
                }
            }
        }
        return false;
    }

    static void signal(String name, long... pids) {
        String targets = LongStream.of(pids).mapToObj(Long::toString).collect(Collectors.joining(" "));
        try {
            int code = new ProcessBuilder("sh", "-c", "kill -s " + name + " -- " + targets)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -s " + name + " " + targets + " failed");
            }
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
