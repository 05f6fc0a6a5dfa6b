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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One candidate of the demo, and its state according to its event lines. */
final class DemoProcess {
    private final String name;
    private final Path store;
    private volatile Optional<Process> process = Optional.empty();
    private volatile String state = "stopped";
    private volatile long epoch;
    private volatile long goneSince = System.nanoTime();

    DemoProcess(String name, Path store) {
        this.name = name;
        this.store = store;
    }

    void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        JavaCommand.ofThisProcess("run", "demo", "--on", "file:" + store, "--id", name, "--json"))
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
        state = "gone";
        goneSince = System.nanoTime();
    }

    private void update(Map<String, @Nullable Object> event) {
        if (event.get("to") instanceof String to) {
            state = to;
        }
        if (event.get("epoch") instanceof Long number) {
            epoch = number;
        }
    }

    String name() {
        return name;
    }

    void addRowTo(TextTable table) {
        table.row(name, process.map(Process::pid).orElse(0L), epoch, state);
    }

    boolean leads() {
        return state.equals("leader");
    }

    boolean hasBeenGoneFor(Duration time) {
        return state.equals("gone") && System.nanoTime() - goneSince > time.toNanos();
    }

    void kill() {
        process.ifPresent(Process::destroyForcibly);
    }

    /** Stops the process with TERM, and with KILL if it does not end. */
    void stop() throws InterruptedException {
        Optional<Process> current = process;
        current.ifPresent(Process::destroy);
        if (current.isPresent() && !current.get().waitFor(10, TimeUnit.SECONDS)) {
            current.get().destroyForcibly().waitFor();
        }
    }
}
