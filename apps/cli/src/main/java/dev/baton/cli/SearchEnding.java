package dev.baton.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The end of a command in a control group or with a marker: its watchdog, or this process, searches and kills. Only a
 * search of this process proves that nothing is left.
 */
final class SearchEnding implements CommandEnding {
    private static final long POLL_MILLIS = 5;

    private final Process watchdog;
    private final CommandProcesses processes;

    SearchEnding(Process watchdog, CommandProcesses processes) {
        this.watchdog = watchdog;
        this.processes = processes;
    }

    @Override
    public boolean terminate() {
        return watchdog.toHandle().destroy();
    }

    /** The watchdog ends last, because a successor waits for it. In a frozen control group it ends with the thaw. */
    @Override
    public void kill() throws InterruptedException {
        awaitGone();
        if (!watchdog.waitFor(LeashedCommand.WATCHDOG_DELAY.toMillis(), TimeUnit.MILLISECONDS)) {
            watchdog.destroyForcibly().waitFor(LeashedCommand.WATCHDOG_DELAY.toMillis(), TimeUnit.MILLISECONDS);
            awaitGone();
        }
    }

    @Override
    public void awaitGone() throws InterruptedException {
        while (!isGone()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private boolean isGone() {
        try {
            return processes.kill();
        } catch (IOException unknown) {
            return false;
        }
    }

    @Override
    public Duration watchdogDelay() {
        return LeashedCommand.WATCHDOG_DELAY;
    }
}
