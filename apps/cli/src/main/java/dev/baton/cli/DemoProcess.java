package dev.baton.cli;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of the demo's processes, and what is known of it from its event lines. */
final class DemoProcess {
    private final String name;
    private final Path store;
    private volatile @Nullable Process process;
    private volatile String state = "stopped";
    private volatile long epoch;
    private volatile long goneSince = System.nanoTime();

    DemoProcess(String name, Path store) {
        this.name = name;
        this.store = store;
    }

    void enter() throws IOException {
        List<String> words = new ArrayList<>(JavaCommand.ofThisProcess());
        words.addAll(List.of("run", "demo", "--on", "file:" + store, "--id", name, "--json"));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().remove("BATON_INSTANCE_ID");
        Process started = builder.start();
        process = started;
        state = "starting";
        Thread reader = new Thread(() -> follow(started), "demo-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void follow(Process started) {
        try (BufferedReader lines = started.inputReader()) {
            String line = lines.readLine();
            while (line != null) {
                hear(Json.parseObject(line));
                line = lines.readLine();
            }
        } catch (IOException | JsonException cut) {
            // It was killed in the middle of a line.
        }
        state = "gone";
        goneSince = System.nanoTime();
    }

    private void hear(Map<String, @Nullable Object> event) {
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

    String state() {
        return state;
    }

    long epoch() {
        return epoch;
    }

    long pid() {
        Process current = process;
        return current == null ? 0 : current.pid();
    }

    boolean leads() {
        return state.equals("leader");
    }

    boolean isGoneFor(Duration time) {
        return state.equals("gone") && System.nanoTime() - goneSince > time.toNanos();
    }

    void kill() {
        Process current = process;
        if (current != null) {
            current.destroyForcibly();
        }
    }

    /** Ends it in order, by force if it does not. */
    void leave() throws InterruptedException {
        Process current = process;
        if (current != null) {
            current.destroy();
            if (!current.waitFor(10, TimeUnit.SECONDS)) {
                current.destroyForcibly().waitFor();
            }
        }
    }
}
