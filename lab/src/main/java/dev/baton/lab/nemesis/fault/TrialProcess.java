package dev.baton.lab.nemesis.fault;

import dev.baton.lab.LabProcess;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process of a trial, started again and again. Thread-safe, because two faults can hit one process. */
public final class TrialProcess {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final String name;
    private final Launcher launcher;
    private final String stopSignal;
    private final HistoryLog trial;
    private ProcessVariant variant = ProcessVariant.USUAL;
    private boolean over;
    private int starts;
    private @Nullable LabProcess current;

    /** Starts the process. The label is its name with the number of the start. */
    public interface Launcher {
        LabProcess launch(String label, ProcessVariant variant) throws IOException;
    }

    /**
     * Describes a process that is not yet started.
     *
     * @param stopSignal the signal that ends it in an orderly way; empty if it ends with its input
     */
    public TrialProcess(String name, Launcher launcher, String stopSignal, HistoryLog trial) {
        this.name = name;
        this.launcher = launcher;
        this.stopSignal = stopSignal;
        this.trial = trial;
    }

    public String name() {
        return name;
    }

    /** Starts the process unless it runs or the trial is over. */
    public synchronized void start() throws IOException {
        if (over) {
            return;
        }
        if (current == null || !current.isAlive()) {
            starts++;
            current = launcher.launch(label(), variant);
        }
    }

    /** Returns how the process is started. */
    synchronized ProcessVariant variant() {
        return variant;
    }

    /** Returns the name with the number of the last start, by which the files of this process begin. */
    public synchronized String label() {
        return name + "-" + starts;
    }

    /** Stops the process in an orderly way and starts it again in another way. */
    public void restart(ProcessVariant next) throws Exception {
        stop();
        synchronized (this) {
            variant = next;
        }
        start();
    }

    /** Kills the process with {@code kill -9} and waits for its end. */
    public synchronized void kill() {
        LabProcess running = current;
        if (running != null && running.isAlive()) {
            trial.add(new HistoryEvent.Killed(label(), System.nanoTime()));
            running.kill();
            running.awaitEnd();
        }
    }

    /** Kills the process for good. A fault that ends later does not start it again. */
    public synchronized void end() {
        over = true;
        kill();
    }

    /** Stops the process in an orderly way. One that does not end is reported and killed. */
    public void stop() throws Exception {
        requestStop();
        awaitStop();
    }

    /** Requests the orderly end without waiting. */
    public synchronized void requestStop() throws IOException {
        LabProcess running = current;
        if (running != null && running.isAlive()) {
            trial.add(new HistoryEvent.Stopping(label(), System.nanoTime()));
            if (stopSignal.isEmpty()) {
                running.closeInput();
            } else {
                send(stopSignal);
            }
        }
    }

    /** Waits for the end that was requested. */
    public void awaitStop() throws InterruptedException {
        LabProcess running = current();
        if (running != null && !running.awaitEnd(STOP_LIMIT)) {
            trial.add(new HistoryEvent.Left(
                    "process " + running.pid() + " of " + name + ", which does not stop", System.nanoTime()));
            kill();
        }
    }

    /** Freezes the process, with all that it has started. */
    public void freeze() throws IOException {
        ProcessSignals.send("STOP", pids());
    }

    /** Ends the freeze. */
    public void thaw() throws IOException {
        ProcessSignals.send("CONT", pids());
    }

    /** Sends a signal. A process that has ended ignores it. */
    private void send(String signal) throws IOException {
        LabProcess running = current();
        if (running != null && running.isAlive()) {
            ProcessSignals.send(signal, List.of(running.pid()));
        }
    }

    /** Sends a command of {@link dev.baton.lab.nemesis.candidate.NemesisCandidate}. */
    public void command(String line) {
        LabProcess running = current();
        if (running != null) {
            running.send(line);
        }
    }

    /** Returns the pid of the process and of all its descendants, parents first; empty if it does not run. */
    public List<Long> pids() {
        LabProcess running = current();
        if (running == null) {
            return List.of();
        }
        List<Long> all = new ArrayList<>();
        ProcessHandle.of(running.pid()).ifPresent(process -> {
            all.add(process.pid());
            process.descendants().map(ProcessHandle::pid).forEach(all::add);
        });
        return Collections.unmodifiableList(all);
    }

    private synchronized @Nullable LabProcess current() {
        return current;
    }
}
