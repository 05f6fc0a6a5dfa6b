package dev.baton.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The threads of a process, as the kernel counts them. */
final class ProcessThreads {
    private ProcessThreads() {}

    static long of(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.count();
        }
    }
}
