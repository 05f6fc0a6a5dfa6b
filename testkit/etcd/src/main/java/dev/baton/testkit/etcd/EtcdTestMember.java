package dev.baton.testkit.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/** One member of a cluster, as a process of its own. */
public final class EtcdTestMember {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final int port;
    private final List<String> command;
    private @Nullable Process process;

    EtcdTestMember(Path folder, int port, List<String> command) {
        this.folder = folder;
        this.port = port;
        this.command = command;
    }

    /** Replaces the data of the member, which does not run, by that of a snapshot. */
    void restore(Path snapshot) {
        Path data = folder.resolve("data");
        TestFolders.delete(data);
        List<String> arguments =
                new ArrayList<>(List.of("snapshot", "restore", snapshot.toString(), "--data-dir=" + data));
        command.stream()
                .filter(option -> option.startsWith("--name=") || option.startsWith("--initial-"))
                .forEach(arguments::add);
        EtcdCommand.run("127.0.0.1:" + port, arguments);
    }

    /** Returns the port for clients on the loopback interface. */
    public int port() {
        return port;
    }

    /** Returns the pid of the process; empty before its start. */
    public Optional<Long> pid() {
        return Optional.ofNullable(process).map(Process::pid);
    }

    /** Starts the process, and does not wait for it. */
    void launch() {
        List<String> full = new ArrayList<>(command);
        full.add("--data-dir=" + folder.resolve("data"));
        try {
            process = new ProcessBuilder(full)
                    .redirectErrorStream(true)
                    .redirectOutput(log().toFile())
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot start etcd; install etcd-server", failed);
        }
    }

    /** Waits until this process serves, by its own log: another server on the port would not write there. */
    void awaitReady() {
        try {
            Awaitility.await("etcd serves")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> isRunning() && text().contains("ready to serve client requests"));
        } catch (ConditionTimeoutException silent) {
            throw new IllegalStateException("etcd does not start: " + text(), silent);
        }
    }

    private Path log() {
        return folder.resolve("etcd.log");
    }

    private String text() {
        try {
            return Files.readString(log());
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Starts the member again, with the same data and on the same port. */
    public void start() {
        launch();
        awaitReady();
    }

    /** Ends the process and lets it finish. */
    public void stop() {
        end(Process::destroy);
    }

    /** Kills the process. */
    public void kill() {
        end(Process::destroyForcibly);
    }

    /** Freezes the process. */
    public void freeze() {
        signal("-STOP");
    }

    /** Ends {@link #freeze}. */
    public void thaw() {
        signal("-CONT");
    }

    private void signal(String signal) {
        Process running = process;
        if (running != null) {
            try {
                new ProcessBuilder("kill", signal, Long.toString(running.pid()))
                        .start()
                        .waitFor();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end(Consumer<Process> how) {
        Process running = process;
        if (running != null) {
            how.accept(running);
            try {
                if (!running.waitFor(10, TimeUnit.SECONDS)) {
                    running.destroyForcibly().waitFor();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
