package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.process.MachineUptime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The processes of a leash beside a baton that does nothing, as if it were frozen: they are on their own. */
final class BareLeash implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final long OFFSET = 1_000_000_000_000L;

    private final Path directory;
    private final Process watchdog;
    private long deadline;

    private BareLeash(Path directory, Process watchdog, long deadline) {
        this.directory = directory;
        this.watchdog = watchdog;
        this.deadline = deadline;
    }

    /**
     * Starts the processes and opens the gate.
     *
     * @param before words before the command line of the watchdog
     */
    static BareLeash start(
            Path directory, LeashLevel level, Duration validity, List<String> before, List<String> command)
            throws IOException {
        return start(directory, level, validity, Duration.ofMillis(500), before, command);
    }

    static BareLeash start(
            Path directory,
            LeashLevel level,
            Duration validity,
            Duration grace,
            List<String> before,
            List<String> command)
            throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        long deadline = after(validity);
        Path deadlines = shared(deadlines(directory), line(deadline));
        Path report = shared(directory.resolve("report"), LeashReport.GATE_CLOSED);
        List<String> words = new ArrayList<>(before);
        words.addAll(LeashScript.prefix(level));
        words.addAll(List.of("sh", "-c", "eval \"$BATON_LEASH_SCRIPT\"", "baton-watchdog", "watch", level.word()));
        words.addAll(List.of(LeashScript.create(level).place(), "-", Long.toString(grace.toMillis())));
        words.add(Long.toString(ProcessHandle.current().pid()));
        words.addAll(List.of(report.toString(), deadlines.toString()));
        Path wall = shared(wall(directory), "");
        setWallDeadline(directory, validity);
        words.addAll(
                List.of(wall.toString(), shared(directory.resolve("stamp"), "").toString()));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().put("BATON_LEASH_SCRIPT", LeashScript.text());
        Process watchdog = builder.start();
        await().atMost(TIMEOUT)
                .until(() -> LeashReport.parse(Files.readString(report)).isReady());
        Files.writeString(report, LeashReport.GATE_OPEN, StandardOpenOption.WRITE);
        return new BareLeash(directory, watchdog, deadline);
    }

    private static long after(Duration validity) {
        return MachineUptime.millis() + validity.toMillis();
    }

    private static Path deadlines(Path directory) {
        return directory.resolve("deadlines");
    }

    private static Path wall(Path directory) {
        return directory.resolve("wall");
    }

    private static void setWallDeadline(Path directory, Duration validity) throws IOException {
        Files.setLastModifiedTime(wall(directory), FileTime.from(Instant.now().plus(validity)));
    }

    /** Lets the deadline pass by the wall clock only, as if that clock were set forward by years. */
    void setWallClockForward() throws IOException {
        setWallDeadline(directory, Duration.ofDays(-1000));
    }

    private static String line(long deadline) {
        return (OFFSET + deadline) + "\n";
    }

    /** Sets another deadline, which the watchdog reads with its next check. */
    void validFor(Duration validity) throws IOException {
        deadline = after(validity);
        setWallDeadline(directory, validity);
        Files.writeString(deadlines(directory), line(deadline), StandardOpenOption.WRITE);
    }

    private static Path shared(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    long watchdog() {
        return watchdog.pid();
    }

    long runner() {
        return Processes.withArguments("baton-runner", directory.toString());
    }

    /** Returns the deadline, in milliseconds of uptime. */
    long deadline() {
        return deadline;
    }

    /** Waits until no process works in the directory, and checks that nothing else was started. */
    void assertAllEnd() {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(Processes.aliveIn(directory)).isEmpty());
        await().atMost(TIMEOUT).until(() -> !Processes.anyAliveWith("baton-runner", directory.toString()));
        await().atMost(TIMEOUT).until(() -> !watchdog.isAlive());
    }

    @Override
    public void close() {
        watchdog.destroyForcibly();
        Processes.aliveIn(directory).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        try {
            Files.writeString(directory.resolve("stop"), "");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
