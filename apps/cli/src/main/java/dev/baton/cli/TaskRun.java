package dev.baton.cli;

import dev.baton.ConnectionException;
import dev.baton.store.StoreException;
import dev.baton.store.task.TaskLock;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** One run of a task that this process has locked. Gives the run back if nothing of the command has run. */
final class TaskRun {
    private final CommandContext context;
    private final Leash leash;
    private final TaskLeadership leadership;
    private final TaskStop stop;

    TaskRun(CommandContext context, Leash leash, TaskLeadership leadership, TaskStop stop) {
        this.context = context;
        this.leash = leash;
        this.leadership = leadership;
        this.stop = stop;
    }

    /** Runs the command, unlocks the task and returns the exit code. */
    int run(TaskLock lock) throws Exception {
        LeashedCommand command;
        try {
            command = stop.unlessRequested(() -> LeashedCommand.prepare(leash, leadership));
        } catch (IOException notStarted) {
            context.error(String.valueOf(notStarted.getMessage()));
            end(lock, TaskLock::giveBack);
            return ExitCode.CANNOT_RUN;
        } catch (InterruptedException stopped) {
            end(lock, TaskLock::giveBack);
            return ExitCode.DONE;
        }
        TaskLock held = lock;
        try {
            // From now on, the end of the command is what frees the task, not the end of this process.
            Optional<TaskLock> withCommand =
                    lock.heldBy(command.identity().pid(), command.identity().text());
            if (withCommand.isEmpty()) {
                command.abandon();
                context.error("not run: the lock of " + lock.task() + " has ended before the command started");
                return ExitCode.STORE;
            }
            held = withCommand.get();
            return await(command);
        } catch (InterruptedException stopped) {
            return ExitCode.DONE;
        } finally {
            command.end();
            end(held, command.neverStarted() ? TaskLock::giveBack : TaskLock::unlock);
        }
    }

    private int await(LeashedCommand command) throws Exception {
        stop.passSignalsTo(command);
        try {
            return stop.unlessRequested(() -> {
                command.open();
                int code = command.await();
                if (command.endedByItself()) {
                    return code;
                }
                context.error("the command was stopped: --at-most has ended, or baton was frozen");
                return ExitCode.LOST;
            });
        } catch (InterruptedException stopped) {
            return stop.interruptibly(() -> command.stop(leadership.endReason()))
                    .orElse(ExitCode.DONE);
        }
    }

    /** If that fails, the task is free when the command has provably ended and its minimum time has passed. */
    private void end(TaskLock lock, Consumer<TaskLock> how) {
        try {
            how.accept(lock);
        } catch (ConnectionException | StoreException failed) {
            context.error("cannot unlock " + lock.task() + ": " + failed.getMessage());
        }
    }
}
