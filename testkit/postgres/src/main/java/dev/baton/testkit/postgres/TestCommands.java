package dev.baton.testkit.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs commands and waits for their end. */
public final class TestCommands {

    private TestCommands() {}

    /**
     * Runs the command and returns its output.
     *
     * @throws IllegalStateException if the command fails, with its output
     */
    public static String run(String... command) {
        return run(List.of(command));
    }

    /** Runs the command as a user other than root, which PostgreSQL refuses to run as. */
    public static String runAsServer(String... command) {
        List<String> all = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            all.addAll(List.of("unshare", "-U"));
        }
        all.addAll(List.of(command));
        return run(all);
    }

    private static String run(List<String> command) {
        try {
            // Into a file: a server that the command starts inherits the output and would keep a pipe open.
            Path output = Files.createTempFile("command", ".log");
            int code = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            if (code != 0) {
                throw new IllegalStateException(command + " ended with " + code + ": " + text);
            }
            return text;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
