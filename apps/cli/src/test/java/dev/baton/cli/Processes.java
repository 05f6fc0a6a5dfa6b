package dev.baton.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What the operating system says of processes. */
final class Processes {

    private Processes() {}

    /** Whether a process still does anything; one that only waits to be reaped does not. */
    static boolean isAlive(long pid) {
        char state = state(pid);
        return state != 'Z' && state != 'X';
    }

    /** As in /proc: R runs, S sleeps, T is stopped, Z waits to be reaped; X when it is gone. */
    static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException gone) {
            return 'X';
        }
    }

    /** Whether any process of the group still does anything. */
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

    /** The process that was started with these words among its arguments. */
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
