package dev.baton.spring.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An application in a process of its own.
 *
 * @param output what it prints
 */
record ApplicationProcess(String name, Path output, Process process) implements AutoCloseable {
    private static final String FIRST_WORD = "> ";

    static ApplicationProcess start(String name, Path java, Class<?> main, String... arguments) throws IOException {
        Path output = Path.of("target", name + ".log");
        List<String> command = new ArrayList<>(List.of(
                java.resolve("bin/java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new ApplicationProcess(name, output, process);
    }

    /** Prints a line for the test, which finds it among those of the log. */
    static void report(String line) {
        System.out.println(FIRST_WORD + line);
    }

    /** Returns the lines that the application has reported. */
    List<String> reported() {
        try (Stream<String> lines = Files.lines(output)) {
            return lines.filter(line -> line.startsWith(FIRST_WORD))
                    .map(line -> line.substring(FIRST_WORD.length()))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns whether it has logged that it takes part in its election, and not that it leads. */
    boolean isStandby() {
        try {
            String log = Files.readString(output);
            return log.contains("from=stopped to=follower") && !log.contains("to=leader");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stops the application as a deployment does, and waits for its end. */
    void terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " has not ended 60 s after TERM");
        }
    }

    /** Ends the application with {@code kill -9}. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
