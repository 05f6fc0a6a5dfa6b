package dev.baton.lab.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Binds processes to processors with {@code taskset}. Does nothing on a machine with one processor. */
final class CpuAffinity {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private CpuAffinity() {}

    /** Returns the words to put before a command. */
    static List<String> prefix(int processor) {
        return PROCESSORS < 2 ? List.of() : List.of("taskset", "-c", Integer.toString(processor));
    }

    /** Binds a process with all its threads to one processor. Ignores a process that has ended. */
    static void pin(long pid, int processor) throws Exception {
        set(pid, Integer.toString(processor));
    }

    /** Lets a process run on all processors again. */
    static void unpin(long pid) throws Exception {
        set(pid, "0-" + (PROCESSORS - 1));
    }

    private static void set(long pid, String processors) throws Exception {
        if (PROCESSORS < 2) {
            return;
        }
        Process taskset = new ProcessBuilder("taskset", "-a", "-c", "-p", processors, Long.toString(pid))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (taskset.waitFor() != 0 && Files.exists(Path.of("/proc", Long.toString(pid)))) {
            throw new IOException(
                    "taskset: " + new String(taskset.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
