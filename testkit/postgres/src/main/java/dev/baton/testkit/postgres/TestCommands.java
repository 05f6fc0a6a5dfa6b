package dev.baton.testkit.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs that tests run to their end. */
public final class TestCommands {

    private TestCommands() {}

    /** What it printed; a failure is an error that shows it. */
    public static String run(String... command) {
        return run(List.of(command));
    }

    /** As somebody else than root, whom PostgreSQL refuses to serve. */
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
            // Into a file: a server that is started inherits the output and would keep a pipe open.
            Path output = Files.createTempFile("command", ".log");
            int code = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start()
                    .waitFor();
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            if (code != 0) {
                throw new IllegalStateException(command + " ended with " + code + ": " + printed);
            }
            return printed;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
