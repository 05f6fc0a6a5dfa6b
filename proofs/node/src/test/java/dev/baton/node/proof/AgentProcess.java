package dev.baton.node.proof;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** {@code baton agent} in its own process. */
final class AgentProcess implements AutoCloseable {
    private final Process process;

    AgentProcess(Path directory, String name, String... options) {
        List<String> words = NodeProcess.java(directory, "dev.baton.cli.Main");
        words.addAll(List.of("agent", "--name", name));
        words.addAll(List.of(options));
        try {
            process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
