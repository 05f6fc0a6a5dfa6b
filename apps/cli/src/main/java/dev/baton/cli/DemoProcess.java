package dev.baton.cli;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One candidate of the demo, and its state according to its event lines. */
final class DemoProcess {
    /** Short, to show soon how a leader is replaced that is frozen or cut off. */
    static final Duration LEASE = Duration.ofSeconds(4);

    static final String TIMING = "heartbeat=250ms&lease=" + ShortDuration.exact(LEASE);

    private final String name;
    private final String url;
    private Optional<Process> process = Optional.empty();
    private String state = "stopped";
    private long epoch;
    private long goneSince = System.nanoTime();
    private boolean frozen;
    private boolean cutOff;
    private long acquiredAt;
    private OptionalLong endedAt = OptionalLong.empty();

    /** @param url the store, for this process */
    DemoProcess(String name, String url) {
        this.name = name;
        this.url = url;
    }

    synchronized void start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.ofThisProcess(
                        "demo-candidate", "demo", "--on", url, "--json", "--stop-grace", "500ms"))
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
        String shown = StateText.of(state());
        table.row(
                name,
                process.map(Process::pid).orElse(0L),
                epoch,
                switch (shown) {
                    case "leader" -> TextColour.GREEN.of(shown);
                    case "killed", "gone", "frozen", "cut off" -> TextColour.RED.of(shown);
                    default -> TextColour.NONE.of(shown);
                });
    }

    /** Returns the state for the table: that of the candidate, or the fault of its process. */
    synchronized String state() {
        if (cutOff) {
            return "cut off";
        }
        return frozen ? "frozen" : state;
    }

    /** Returns whether it leads, and no fault has begun. */
    synchronized boolean leads() {
        return state().equals("leader");
    }

    synchronized boolean isStandby() {
        return !frozen && !cutOff && (state.equals("follower") || state.equals("acquiring"));
    }

    synchronized boolean isFrozen() {
        return frozen;
    }

    synchronized boolean isCutOff() {
        return cutOff;
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

    synchronized void cutOff(DemoNetwork network) {
        endLeadership(System.nanoTime());
        network.cutOff(name);
        cutOff = true;
    }

    synchronized void reconnect(DemoNetwork network) {
        network.reconnect(name);
        cutOff = false;
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

    /** Ends the process with TERM. */
    void requestStop() throws IOException, InterruptedException {
        resume();
        current().ifPresent(Process::destroy);
    }

    /** Waits for the end of the process, and ends it with KILL if it takes too long. */
    void awaitEnd() throws InterruptedException {
        Optional<Process> ending = current();
        if (ending.isPresent() && !ending.get().waitFor(10, TimeUnit.SECONDS)) {
            ending.get().destroyForcibly().waitFor();
        }
    }

    private synchronized Optional<Process> current() {
        return process;
    }
}
