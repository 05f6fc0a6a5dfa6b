package dev.baton.cli;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The state of processes according to the operating system. */
final class Processes {

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

    /** Returns whether any process of the group lives. */
    static boolean groupIsAlive(long group) {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(Processes::isAlive)
                .anyMatch(pid -> groupOf(pid) == group);
    }

    private static long groupOf(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", 4)[2]);
        } catch (IOException gone) {
            return -1;
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

    private static List<String> arguments(long pid) {
        try {
            return Arrays.asList(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .split("\0", -1));
        } catch (IOException gone) {
            return List.of();
        }
    }

    /**
     * Freezes a process at a moment when it does not hold a {@code flock(2)} on the file. A leader that is frozen inside
     * its critical section keeps the lock file of its election locked, and no standby can take over until it is resumed.
     * On a busy machine, that is likely.
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
                        && Files.readString(process.resolve("fdinfo").resolve(descriptor.getFileName()))
                                .contains("FLOCK")) {
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
