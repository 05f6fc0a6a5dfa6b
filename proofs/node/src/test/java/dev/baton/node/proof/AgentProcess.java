package dev.baton.node.proof;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code baton agent} in its own process. */
final class AgentProcess implements AutoCloseable {
    private final Process process;
    private final Path log;

    AgentProcess(Path directory, String name, String... options) {
        List<String> words = NodeProcess.java(directory, "dev.baton.cli.Main");
        words.addAll(List.of("agent", "--name", name));
        words.addAll(List.of(options));
        try {
            log = Files.createTempFile(directory, name + "-", ".log");
            process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(log.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stops the agent with TERM and waits for its end. */
    void terminate() {
        process.destroy();
        process.onExit().join();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
