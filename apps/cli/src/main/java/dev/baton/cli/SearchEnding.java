package dev.baton.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The end of a command in a control group or with a marker: its watchdog, or this process, searches and kills. */
final class SearchEnding implements CommandEnding {
    private final Process watchdog;
    private final LeashScript script;
    private final LeashFiles files;

    SearchEnding(Process watchdog, LeashScript script, LeashFiles files) {
        this.watchdog = watchdog;
        this.script = script;
        this.files = files;
    }

    @Override
    public void terminate() {
        watchdog.destroy();
    }

    /** The watchdog ends last, because a successor waits for it. */
    @Override
    public void kill() throws InterruptedException {
        killWithoutWatchdog();
        if (!watchdog.waitFor(LeashedCommand.WATCHDOG_DELAY.toMillis(), TimeUnit.MILLISECONDS)) {
            watchdog.destroyForcibly().waitFor();
            killWithoutWatchdog();
        }
    }

    @Override
    public void awaitGone() throws InterruptedException {
        if (!files.report().isGone()) {
            killWithoutWatchdog();
        }
    }

    private void killWithoutWatchdog() throws InterruptedException {
        try {
            String group = files.report().command().map(String::valueOf).orElse("");
            script.kill(group).start().waitFor();
        } catch (IOException noShell) {
            watchdog.descendants().forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Override
    public Duration watchdogDelay() {
        return LeashedCommand.WATCHDOG_DELAY;
    }
}
