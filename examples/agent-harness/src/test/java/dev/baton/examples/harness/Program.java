package dev.baton.examples.harness;

import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the programs in a JVM of its own, with the class path of this one. */
final class Program implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final Thread reader;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private Program(Process process) {
        this.process = process;
        this.reader = new Thread(this::read, "program-output");
        reader.setDaemon(true);
        reader.start();
    }

    static Program start(Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return new Program(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The first line that matches, once it was said. */
    MatchResult awaitLine(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return await().pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(() -> find(compiled), Optional::isPresent)
                .orElseThrow();
    }

    /** Whether a line that matches was said so far. */
    boolean hasSaid(String pattern) {
        return find(Pattern.compile(pattern)).isPresent();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    /** Asks it to end, and waits until it has said all it had to say. */
    int terminate() throws InterruptedException {
        process.destroy();
        return exitCode();
    }

    int exitCode() throws InterruptedException {
        reader.join();
        return process.waitFor();
    }

    @Override
    public void close() {
        kill();
    }

    private Optional<MatchResult> find(Pattern pattern) {
        return said.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .findFirst();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException gone) {
            said.add("gone");
        }
    }
}
