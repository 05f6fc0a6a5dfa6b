package dev.baton.examples.harness;

import static org.awaitility.Awaitility.await;

import dev.baton.support.thread.NamedThreads;
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

/** One of the programs in a separate JVM, with the class path of this one. */
final class ProgramProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Process process;
    private final Thread reader;
    private final List<String> output = new CopyOnWriteArrayList<>();

    private ProgramProcess(Process process) {
        this.process = process;
        this.reader = NamedThreads.start("program-output", this::read);
    }

    static ProgramProcess start(Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(args));
        return new ProgramProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits for a line that matches the pattern and returns the first one. */
    MatchResult awaitLine(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return await().pollInterval(Duration.ofMillis(5))
                .atMost(TIMEOUT)
                .until(() -> find(compiled), Optional::isPresent)
                .orElseThrow();
    }

    /** Returns whether a line that matches was printed so far. */
    boolean hasPrinted(String pattern) {
        return find(Pattern.compile(pattern)).isPresent();
    }

    /** Sends a signal, for example STOP or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Kills the process with SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    /** Sends SIGTERM, waits for the end of the output and returns the exit code. */
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
        return output.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .findFirst();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException closed) {
            output.add("output closed");
        }
    }
}
