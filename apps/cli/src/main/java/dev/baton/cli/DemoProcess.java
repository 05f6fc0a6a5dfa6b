package dev.baton.cli;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One candidate of the demo, and its state according to its event lines. */
final class DemoProcess {
    /** Short, to show soon how a frozen leader is replaced. */
    static final Duration VALIDITY = Duration.ofSeconds(4);

    private final String name;
    private final Path store;
    private Optional<Process> process = Optional.empty();
    private String state = "stopped";
    private long epoch;
    private long goneSince = System.nanoTime();
    private boolean frozen;
    private long acquiredAt;
    private OptionalLong endedAt = OptionalLong.empty();

    DemoProcess(String name, Path store) {
        this.name = name;
        this.store = store;
    }

    synchronized void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.ofThisProcess(
                        "run",
                        "demo",
                        "--on",
                        "file:" + store,
                        "--id",
                        name,
                        "--json",
                        "--validity",
                        ShortDuration.exact(VALIDITY),
                        "--stop-grace",
                        "500ms"))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().remove("BATON_INSTANCE_ID");
        Process started = builder.start();
        process = Optional.of(started);
        state = "starting";
        NamedThreads.start("demo-" + name, () -> readEvents(started));
    }

    private void readEvents(Process started) {
        try (BufferedReader lines = started.inputReader()) {
            String line = lines.readLine();
            while (line != null) {
                update(Json.parseObject(line));
                line = lines.readLine();
            }
        } catch (IOException | JsonException cut) {
            // The process was killed while it wrote a line.
        }
        gone();
    }

    private synchronized void gone() {
        goneSince = System.nanoTime();
        endLeadership(goneSince);
        state = "gone";
        frozen = false;
    }

    private synchronized void update(Map<String, @Nullable Object> event) {
        if (event.get("to") instanceof String to) {
            state = to;
        }
        if (event.get("epoch") instanceof Long number) {
            epoch = number;
        }
        // On one machine, all processes have the same monotonic clock.
        if (event.get("event") instanceof String kind && event.get("mono_ns") instanceof Long at) {
            switch (kind) {
                case "acquired" -> {
                    acquiredAt = at;
                    endedAt = OptionalLong.empty();
                }
                case "released", "lost" -> endLeadership(at);
                default -> {}
            }
        }
    }

    private void endLeadership(long nanos) {
        if (acquiredAt != 0 && endedAt.isEmpty()) {
            endedAt = OptionalLong.of(nanos);
        }
    }

    String name() {
        return name;
    }

    synchronized void addRowTo(TextTable table) {
        String shown = frozen ? "frozen" : state;
        table.row(
                name,
                process.map(Process::pid).orElse(0L),
                epoch,
                switch (shown) {
                    case "leader" -> TextColour.GREEN.of(shown);
                    case "killed", "gone", "frozen" -> TextColour.RED.of(shown);
                    default -> TextColour.NONE.of(shown);
                });
    }

    synchronized boolean leads() {
        return !frozen && state.equals("leader");
    }

    synchronized boolean isStandby() {
        return !frozen && (state.equals("follower") || state.equals("acquiring"));
    }

    synchronized boolean isFrozen() {
        return frozen;
    }

    synchronized long epoch() {
        return epoch;
    }

    /** Returns when the last tenure began, in nanoseconds of the monotonic clock. */
    synchronized long acquiredAt() {
        return acquiredAt;
    }

    /** Returns when the last tenure ended: by a fault of the demo, or as the process reported it; empty while it lasts. */
    synchronized OptionalLong endedAt() {
        return endedAt;
    }

    synchronized boolean hasBeenGoneFor(Duration time) {
        return state.equals("gone") && System.nanoTime() - goneSince > time.toNanos();
    }

    synchronized void kill() {
        endLeadership(System.nanoTime());
        state = "killed";
        process.ifPresent(Process::destroyForcibly);
    }

    synchronized void freeze() throws IOException, InterruptedException {
        endLeadership(System.nanoTime());
        signal("STOP");
        frozen = true;
    }

    synchronized void resume() throws IOException, InterruptedException {
        if (frozen) {
            frozen = false;
            signal("CONT");
        }
    }

    private void signal(String signal) throws IOException, InterruptedException {
        if (process.isPresent()) {
            new ProcessBuilder(
                            "sh",
                            "-c",
                            "kill -s " + signal + " " + process.get().pid())
                    .start()
                    .waitFor();
        }
    }

    /** Stops the process with TERM, and with KILL if it does not end. */
    void stop() throws IOException, InterruptedException {
        resume();
        Optional<Process> current;
        synchronized (this) {
            current = process;
        }
        current.ifPresent(Process::destroy);
        if (current.isPresent() && !current.get().waitFor(10, TimeUnit.SECONDS)) {
            current.get().destroyForcibly().waitFor();
        }
    }
}
