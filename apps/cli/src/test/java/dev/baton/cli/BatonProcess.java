package dev.baton.cli;

import dev.baton.support.json.Json;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The command in a process of its own, started as the launcher does it. */
public final class BatonProcess implements AutoCloseable {
    private final Process process;
    private final Path out;
    private final Path err;

    private BatonProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Returns the command line, with a temporary directory inside the given one. */
    static List<String> command(Path directory, String... args) {
        List<String> words = new ArrayList<>(List.of(
                // A build in the background may ignore INT, and the JVM would inherit that.
                "env",
                "--default-signal",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + temporary(directory),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.baton.cli.Main"));
        words.addAll(List.of(args));
        return words;
    }

    /** Starts the command. Its output goes to files in the directory. */
    public static BatonProcess start(Path directory, String... args) {
        return start(directory, Map.of(), args);
    }

    /** Starts the command with these environment variables and no others that baton reads. */
    static BatonProcess start(Path directory, Map<String, String> variables, String... args) {
        return start(directory, List.of(), variables, args);
    }

    /** @param before words before the command line */
    static BatonProcess start(Path directory, List<String> before, Map<String, String> variables, String... args) {
        try {
            List<String> words = new ArrayList<>(before);
            words.addAll(command(directory, args));
            Path out = Files.createTempFile(directory, "out", ".txt");
            Path err = Files.createTempFile(directory, "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("BATON_") || name.equals("PG_DSN"));
            builder.environment().putAll(variables);
            return new BatonProcess(builder.start(), out, err);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Returns the files in the temporary directory of the command. */
    static List<Path> leftovers(Path directory) {
        try (Stream<Path> files = Files.list(temporary(directory))) {
            // JNA keeps its unpacked library there while the process runs.
            return files.filter(file -> !file.getFileName().toString().startsWith("jna"))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path temporary(Path directory) {
        try {
            return Files.createDirectories(directory.resolve("tmp"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    public void signal(String name) {
        Processes.signal(name, pid());
    }

    /** Waits for the exit code. Fails if the process does not end. */
    public int exitCode() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("still running; stderr: " + err());
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    public String out() {
        return read(out);
    }

    /** Returns what is on stdout, which need not be text. */
    byte[] outBytes() {
        try {
            return Files.readAllBytes(out);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public String err() {
        return read(err);
    }

    /** Returns the complete lines of JSON on stdout so far. */
    List<Map<String, @Nullable Object>> json() {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        String text = out();
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(line -> objects.add(Json.parseObject(line)));
        return objects;
    }

    boolean has(String event) {
        return json().stream().anyMatch(line -> event.equals(line.get("event")));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        exitCode();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
