package dev.baton.testkit;

import dev.baton.spi.Roster;
import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A candidate in its own JVM, with the class path of this one.
 *
 * <pre>{@code
 * try (TestCandidateProcess leader = TestCandidateProcess.start(url, "nightly-report", "a", Duration.ofSeconds(2))) {
 *     leader.awaitEvent("acquired");
 *     leader.crash();
 * }
 * }</pre>
 */
public final class TestCandidateProcess implements TestCandidate {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Process process;
    private final String instanceId;
    private final BufferedWriter commands;
    private final BlockingQueue<String> statuses = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private TestCandidateProcess(Process process, String instanceId) {
        this.process = process;
        this.instanceId = instanceId;
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        NamedThreads.start("test-candidate-" + instanceId, this::read);
    }

    /** Starts a process and waits until its candidate has started. */
    public static TestCandidateProcess start(String url, String election, String instanceId, Duration validity) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-D" + Roster.MAX_AGE_PROPERTY + "=" + Roster.maxAge().toMillis(),
                "-cp",
                System.getProperty("java.class.path"),
                TestCandidateMain.class.getName(),
                url,
                election,
                instanceId,
                Long.toString(validity.toMillis())));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            TestCandidateProcess candidate = new TestCandidateProcess(process, instanceId);
            candidate.next(candidate.events, "ready");
            return candidate;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String instanceId() {
        return instanceId;
    }

    /** Returns the process id. */
    public long pid() {
        return process.pid();
    }

    /** Waits for the next output line that starts with the word, and returns it. */
    public String awaitEvent(String word) {
        return next(events, word);
    }

    @Override
    public Status status() {
        send("?");
        String[] words = next(statuses, "status").split(" ", -1);
        return new Status(Boolean.parseBoolean(words[1]), Long.parseLong(words[2]));
    }

    @Override
    public void crash() {
        process.destroyForcibly();
        awaitExit();
    }

    @Override
    public void freeze() {
        signal("STOP");
    }

    @Override
    public void thaw() {
        signal("CONT");
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            thaw();
            try {
                commands.close();
                if (!process.waitFor(20, TimeUnit.SECONDS)) {
                    crash();
                }
            } catch (IOException gone) {
                crash();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                crash();
            }
        }
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitExit() {
        try {
            process.waitFor();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(String line) {
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String next(BlockingQueue<String> lines, String word) {
        try {
            for (String line = poll(lines); line != null; line = poll(lines)) {
                if (line.startsWith(word)) {
                    return line;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("test candidate " + instanceId + " did not print \"" + word + "\" in time");
    }

    private static String poll(BlockingQueue<String> lines) throws InterruptedException {
        String line = lines.poll(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new IllegalStateException("no output within " + TIMEOUT.toSeconds() + " s");
        }
        return line;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                (line.startsWith("status") ? statuses : events).add(line);
            }
        } catch (IOException gone) {
            events.add("gone");
        }
    }
}
