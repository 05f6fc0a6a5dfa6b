package dev.baton.examples.gateway;

import dev.baton.reconcile.ResourceCondition;
import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A sandbox: one child process. It is ready when it has printed {@code ready}. It has failed if it ends before it is
 * deleted.
 */
final class Sandbox {
    private final String id;
    private final long generation;
    private final Process process;
    private final Consumer<Sandbox> onChange;
    private boolean ready;
    private boolean deleting;

    private Sandbox(String id, long generation, Process process, Consumer<Sandbox> onChange) {
        this.id = id;
        this.generation = generation;
        this.process = process;
        this.onChange = onChange;
    }

    /** Starts the child. The calling thread must never end, because the child is killed when it does. */
    static Sandbox start(String id, long generation, String command, Consumer<Sandbox> onChange) throws IOException {
        Process process = new ProcessBuilder(List.of("setpriv", "--pdeathsig", "KILL", "--", "sh", "-c", command))
                .redirectErrorStream(true)
                .start();
        Sandbox sandbox = new Sandbox(id, generation, process, onChange);
        NamedThreads.start("sandbox-" + id, sandbox::readOutput);
        return sandbox;
    }

    String id() {
        return id;
    }

    /** Returns a number that is higher for each sandbox that is created later. */
    long generation() {
        return generation;
    }

    synchronized ResourceCondition condition() {
        if (deleting) {
            return ResourceCondition.DELETING;
        }
        if (!process.isAlive()) {
            return ResourceCondition.FAILED;
        }
        return ready ? ResourceCondition.READY : ResourceCondition.PENDING;
    }

    synchronized String status() {
        return process.isAlive() ? "pid " + process.pid() : "ended";
    }

    /** Returns whether it was deleted and its process has ended. */
    synchronized boolean isGone() {
        return deleting && !process.isAlive();
    }

    /** Sends TERM, and KILL if the process has not ended after two seconds. */
    void delete() {
        synchronized (this) {
            deleting = true;
        }
        process.destroy();
        onChange.accept(this);
        process.onExit().completeOnTimeout(process, 2, TimeUnit.SECONDS).thenAccept(late -> late.destroyForcibly());
    }

    private void readOutput() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.equals("ready")) {
                    synchronized (this) {
                        ready = true;
                    }
                    onChange.accept(this);
                }
            }
        } catch (IOException closed) {
            // The output has ended.
        }
        process.onExit().thenAccept(ended -> onChange.accept(this));
    }
}
