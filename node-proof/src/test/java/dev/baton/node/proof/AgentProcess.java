package dev.baton.node.proof;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code baton agent} in a process of its own. */
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
