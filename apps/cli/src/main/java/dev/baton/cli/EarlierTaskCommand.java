package dev.baton.cli;

import dev.baton.LiveCommands;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.RunningCommand;
import dev.baton.store.task.TaskCommand;
import java.util.concurrent.TimeUnit;

/** The command of an earlier run of a task: while it may still run on this machine, the next run waits. */
final class EarlierTaskCommand {
    private static final long PAUSE_MILLIS = 100;

    private final LiveCommandCheck check;
    private boolean delayed;

    EarlierTaskCommand(String task, LiveCommands policy) {
        this.check = new LiveCommandCheck(task, policy, System::nanoTime);
    }

    /** Returns whether the command delays this run, and remembers the answer. Kills a command whose lock has ended. */
    boolean mayStillRun(TaskCommand command) {
        delayed = check.delay("an earlier run", command.epoch(), RunningCommand.parse(command.text()))
                .isPresent();
        return delayed;
    }

    /** Returns whether the command was the reason of the last refusal. Asking resets it. */
    boolean delayed() {
        boolean last = delayed;
        delayed = false;
        return last;
    }

    /** Waits until the next attempt, and returns true. */
    static boolean pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        return true;
    }
}
