package dev.baton.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The request to stop a run of a task, by a signal. It interrupts only what {@link #interruptibly} runs: an interrupted
 * request to a store would leave open whether the task is locked.
 */
final class TaskStop {
    private static final long LONGEST_LOCK_SECONDS = 5;

    private final CountDownLatch locked = new CountDownLatch(1);
    private boolean requested;
    private @Nullable Thread interruptible;
    private volatile @Nullable LeashedCommand command;

    /** Receives the signals of this process from now on. */
    void handleSignals() {
        StopSignals.handle(this::signal, this::request);
    }

    /** Makes signals reach this command. */
    void passSignalsTo(LeashedCommand started) {
        command = started;
        StopSignals.handleJobControl(this::signal);
    }

    private void signal(String name) {
        LeashedCommand running = command;
        if (running != null) {
            running.signal(name);
        }
    }

    private void request() {
        synchronized (this) {
            requested = true;
            if (interruptible != null) {
                interruptible.interrupt();
            }
        }
        exitIfStoreIsSilent();
    }

    private void exitIfStoreIsSilent() {
        try {
            if (!locked.await(LONGEST_LOCK_SECONDS, TimeUnit.SECONDS)) {
                CommandContext.flushErrors();
                System.exit(ExitCode.DONE);
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes that the store has answered the request for the lock, so that a stop need not end the process. */
    void lockAnswered() {
        locked.countDown();
    }

    /**
     * Runs an action that a request interrupts.
     *
     * @throws InterruptedException instead of starting it, if a stop was requested before
     */
    <T> T unlessRequested(Callable<T> action) throws Exception {
        return interruptibly(action, false);
    }

    /** Runs an action that a request interrupts, also if there was one before. */
    <T> T interruptibly(Callable<T> action) throws Exception {
        return interruptibly(action, true);
    }

    private <T> T interruptibly(Callable<T> action, boolean afterRequest) throws Exception {
        synchronized (this) {
            if (requested && !afterRequest) {
                throw new InterruptedException("a stop was requested");
            }
            interruptible = Thread.currentThread();
        }
        try {
            return action.call();
        } finally {
            synchronized (this) {
                interruptible = null;
            }
            // The flag must not reach the next request to the store.
            Thread.interrupted();
        }
    }
}
