package dev.baton.node.proof;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the {@code baton} command in its own process, to its end. */
final class BatonCommand {

    private BatonCommand() {}

    /** The exit code and the output. */
    record Output(int code, String out, String err) {}

    static Output run(Path directory, Map<String, String> environment, String... args) {
        try {
            return run(directory, environment, Files.createTempFile(directory, "err", ".txt"), args);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** @param errors a file for its errors, which can be read while it runs */
    static Output run(Path directory, Map<String, String> environment, Path errors, String... args) {
        List<String> words = NodeProcess.java(directory, "dev.baton.cli.Main");
        words.addAll(List.of(args));
        try {
            File err = errors.toFile();
            ProcessBuilder builder = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(err);
            builder.environment().putAll(environment);
            Process process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Output(process.waitFor(), out, Files.readString(errors));
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
