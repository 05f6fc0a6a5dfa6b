package dev.baton.cli;

import java.time.Duration;

/** How the processes of a command are ended, and how it is known that they have ended. */
interface CommandEnding {

    /**
     * Sends TERM to all processes of the command. Does not wait for any process.
     *
     * @return false if no signal could be sent, for example because this process has no file descriptor left
     */
    boolean terminate();

    /** Kills all processes of the command, also if the watchdog is stopped, and returns when there is none left. */
    void kill() throws InterruptedException;

    /** Returns when no process of the command is left, after its watchdog has ended. Kills what is left. */
    void awaitGone() throws InterruptedException;

    /** Returns the time after the stop grace at which the watchdog counts as hung. */
    Duration watchdogDelay();
}
