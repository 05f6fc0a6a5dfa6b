package dev.baton.testkit;

import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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
    private static final long TIMEOUT_SECONDS = 60;

    private final Process process;
    private final String instanceId;
    private final PrintWriter commands;
    private final BlockingQueue<String> statuses = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private TestCandidateProcess(Process process, String instanceId) {
        this.process = process;
        this.instanceId = instanceId;
        this.commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        NamedThreads.start("test-candidate-" + instanceId, this::read);
    }

    /** Starts a process and waits until its candidate has started. */
    public static TestCandidateProcess start(String url, String election, String instanceId, Duration validity) {
        return start(url, election, instanceId, validity, ProcessIsolation.NONE);
    }

    /** Starts a process that is isolated from this one, and waits until its candidate has started. */
    public static TestCandidateProcess start(
            String url, String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        List<String> command = isolation.command(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-D" + Roster.MAX_AGE_PROPERTY + "=" + Roster.maxAge().toMillis(),
                "-cp",
                isolation.classPath(),
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
    public void call(CandidateCall call, String target) {
        commands.println("call " + call.thread() + " " + call.kind() + " " + target);
    }

    @Override
    public void finishCalls() {
        commands.println("finish");
        next(events, "finished");
    }

    @Override
    public boolean record(RunningCommand command) {
        commands.println("record " + command.text());
        return next(events, "recorded").equals("recorded true");
    }

    @Override
    public synchronized Status status() {
        commands.println("?");
        String[] words = next(statuses, "status").split(" ", -1);
        return new Status(Boolean.parseBoolean(words[1]), Long.parseLong(words[2]));
    }

    @Override
    public void crash() {
        process.destroyForcibly();
        process.onExit().join();
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
            commands.close();
            process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
            crash();
        }
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .onExit()
                    .join();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String next(BlockingQueue<String> lines, String word) {
        try {
            String line = lines.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            while (line != null && !line.startsWith(word)) {
                line = lines.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            }
            if (line != null) {
                return line;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("test candidate " + instanceId + " did not print \"" + word + "\" in time");
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                (line.startsWith("status") ? statuses : events).add(line);
            }
        } catch (IOException gone) {
            events.add("gone");
        }
    }
}
