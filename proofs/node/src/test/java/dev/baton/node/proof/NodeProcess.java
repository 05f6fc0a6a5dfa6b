package dev.baton.node.proof;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** {@code baton node} in its own process, with its children. */
final class NodeProcess implements AutoCloseable {
    private final String id;
    private final int port;
    private final Process process;
    private final Path log;

    private NodeProcess(String id, int port, Process process, Path log) {
        this.id = id;
        this.port = port;
        this.process = process;
        this.log = log;
    }

    /** Returns the command line up to the main class. */
    static List<String> java(Path directory, String main) {
        try {
            return new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")),
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    main));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static NodeProcess start(Path directory, String id, int port, String... options) {
        return startBy(List.of(), directory, id, port, options);
    }

    /** Starts a node as the command of another one, such as {@code unshare}. */
    static NodeProcess startBy(List<String> launcher, Path directory, String id, int port, String... options) {
        List<String> words = new ArrayList<>(launcher);
        words.addAll(java(directory, "dev.baton.cli.Main"));
        words.addAll(List.of("node", "--id", id, "--listen", "127.0.0.1:" + port));
        words.addAll(List.of(options));
        try {
            Path log = Files.createTempFile(directory, id + "-", ".log");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(log.toFile())
                    .redirectErrorStream(true);
            builder.environment().keySet().removeIf(name -> name.startsWith("BATON_") || name.equals("PG_DSN"));
            return new NodeProcess(id, port, builder.start(), log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String id() {
        return id;
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the running child of this kind, {@code controller} or {@code agent}. */
    Optional<ProcessHandle> child(String kind) {
        return process.children()
                .filter(ProcessHandle::isAlive)
                .filter(child -> arguments(child.pid()).contains(kind))
                .findFirst();
    }

    /** Returns the state of a process: T is stopped, Z is a zombie, - does not exist. */
    static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException ended) {
            return '-';
        }
    }

    private static List<String> arguments(long pid) {
        try {
            return List.of(
                    Files.readString(Path.of("/proc/" + pid + "/cmdline")).split("\0"));
        } catch (IOException ended) {
            return List.of();
        }
    }

    /** Sends a signal to the supervisor only. */
    void signal(String name) {
        signal(name, process.pid());
    }

    /** Sends a signal to the supervisor and its children. */
    void signalAll(String name) {
        pids().forEach(pid -> signal(name, pid));
    }

    /** Stops the supervisor and its children, and waits until all of them are stopped. */
    void freeze() {
        signalAll("STOP");
        Awaitility.await("all processes of the node are stopped")
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> pids().stream().allMatch(pid -> state(pid) == 'T'));
    }

    private List<Long> pids() {
        List<Long> pids = new ArrayList<>(List.of(process.pid()));
        process.children().forEach(child -> pids.add(child.pid()));
        return pids;
    }

    static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-s", name, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void kill() {
        process.destroyForcibly();
        exitCode();
    }

    /**
     * Kills the supervisor with {@code kill -9} while a child is stopped, so that the child cannot end itself. Returns after
     * how many milliseconds all given processes were dead.
     */
    double millisFromKillToDeathOf(ProcessHandle frozen, ProcessHandle... more) {
        signal("STOP", frozen.pid());
        long from = System.nanoTime();
        process.destroyForcibly();
        while (Stream.concat(Stream.of(frozen), Stream.of(more)).anyMatch(one -> "ZX-".indexOf(state(one.pid())) < 0)) {
            if (System.nanoTime() - from > TimeUnit.SECONDS.toNanos(30)) {
                throw new AssertionError("children outlive their supervisor");
            }
            Thread.onSpinWait();
        }
        double millis = (System.nanoTime() - from) / 1e6;
        exitCode();
        return Math.round(millis * 10) / 10.0;
    }

    int exitCode() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new AssertionError("still running; its log: " + log());
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        signalAll("CONT");
        process.destroyForcibly();
        exitCode();
    }
}
