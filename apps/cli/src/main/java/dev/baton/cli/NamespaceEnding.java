package dev.baton.cli;

import dev.baton.spi.RunningCommand;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The end of a command in a pid namespace: the kernel ends all its processes with the first one, init. */
final class NamespaceEnding implements CommandEnding {
    private static final long POLL_MILLIS = 2;

    private final Process watchdog;
    private final RunningCommand init;
    /** Checks the start time before it sends a signal. */
    private final Optional<ProcessHandle> handle;

    NamespaceEnding(Process watchdog, RunningCommand init) {
        this.watchdog = watchdog;
        this.init = init;
        this.handle = ProcessHandle.of(init.pid());
    }

    @Override
    public boolean terminate() {
        return init.hasEnded() || handle.map(ProcessHandle::destroy).orElse(false);
    }

    @Override
    public void kill() throws InterruptedException {
        if (!init.hasEnded()) {
            handle.ifPresent(ProcessHandle::destroyForcibly);
        }
        if (!watchdog.waitFor(LeashedCommand.WATCHDOG_DELAY.toMillis(), TimeUnit.MILLISECONDS)) {
            watchdog.destroyForcibly().waitFor(LeashedCommand.WATCHDOG_DELAY.toMillis(), TimeUnit.MILLISECONDS);
        }
        while (!init.hasEnded()) {
            // A signal cannot be sent while this process has no file descriptor left.
            handle.ifPresent(ProcessHandle::destroyForcibly);
            watchdog.destroyForcibly();
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Init ends after all others; while one of them cannot be killed (a frozen control group), it stays. Without a
     * watchdog nobody else would end it.
     */
    @Override
    public void awaitGone() throws InterruptedException {
        while (!init.hasEnded()) {
            if (!watchdog.isAlive()) {
                handle.ifPresent(ProcessHandle::destroyForcibly);
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public Duration watchdogDelay() {
        return Duration.ZERO;
    }
}
