package dev.baton.cli;

import dev.baton.BatonClock;
import dev.baton.store.ObjectStore;
import dev.baton.store.task.TaskLock;
import dev.baton.store.task.TaskLockTimes;
import dev.baton.store.task.TaskLocks;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** {@code baton once}: runs a command unless another machine has run it a short time ago. */
final class OnceCommand {
    private static final Duration DEFAULT_AT_MOST = Duration.ofHours(1);
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(5);
    private static final Duration FEED_INTERVAL = Duration.ofMillis(500);

    static final String HELP = """
        Usage: baton once [OPTIONS] ELECTION --at-least D -- CMD ARG...
        Runs CMD unless another process has started it within the last D. For two machines with the same crontab: the
          first one runs CMD, the others exit with 0 without running it, also if they come after its end.

        The store is a database: postgres://, lease:postgres://, lease:mariadb:// or lease:sqlite:, or a directory
          (file:DIR), in which an SQLite file is used. Its clock decides.

        CMD and its descendants get TERM, and KILL after the stop grace, when --at-most ends. If baton or the machine
          crashes, CMD can run elsewhere after --at-most; after --at-least, if the crash is proven on this machine.
          While CMD of an earlier run still runs on this machine, the next run waits.
        """ + StoreOptions.HELP + LeashChoice.HELP + CandidateOptions.LIVE_COMMAND_HELP + """
        --at-least D       How long CMD is not started again, even if it ends or fails at once. Longer than the clocks
                           of the crontabs differ.
        --at-most D        How long CMD may take (default: 1h, or --at-least if that is longer).
        --stop-grace D     The time between TERM and KILL (default: 5).
        --fail-if-skipped  Exit with 1 if CMD is not run.
        [ELECTION]         The name of the task.
        """;

    private OnceCommand() {}

    static int run(Invocation call) throws Exception {
        String task = call.election().orElseThrow(() -> new UsageException("the name of the task is missing"));
        if (call.command().isEmpty()) {
            throw new UsageException("the command is missing: baton once ELECTION --at-least D -- CMD");
        }
        TaskLockTimes times = times(call);
        Duration grace = call.duration("--stop-grace").orElse(DEFAULT_GRACE);
        if (grace.multipliedBy(2).compareTo(times.atMost()) > 0) {
            throw new UsageException("--stop-grace must be at most half of --at-most, but is " + grace.toMillis()
                    + " ms of " + times.atMost().toMillis() + " ms");
        }
        Leash leash = new Leash(
                LeashChoice.of(call, call.command()).level(), call.command(), grace, FEED_INTERVAL, Map.of(), false);
        EarlierTaskCommand earlier = new EarlierTaskCommand(task, CandidateOptions.liveCommands(call));
        TaskStop stop = new TaskStop();
        try (ObjectStore store = TaskStore.open(StoreOptions.url(call))) {
            TaskLocks locks = new TaskLocks(store);
            stop.handleSignals();
            while (true) {
                long before = BatonClock.system().nanos();
                Optional<TaskLock> lock = locks.tryLock(task, times, earlier::mayStillRun);
                if (lock.isPresent()) {
                    stop.lockAnswered();
                    TaskLeadership leadership = leadership(call, lock.get(), times, before);
                    return new TaskRun(call.context(), leash, leadership, stop).run(lock.get());
                }
                if (!earlier.delayed()) {
                    return skipped(call, task);
                }
                stop.unlessRequested(EarlierTaskCommand::pause);
            }
        } catch (InterruptedException stopped) {
            return ExitCode.DONE;
        }
    }

    private static TaskLeadership leadership(Invocation call, TaskLock lock, TaskLockTimes times, long before) {
        String holder = call.context()
                .variable("BATON_INSTANCE_ID")
                .orElseGet(() -> UUID.randomUUID().toString());
        return new TaskLeadership(lock.task(), holder, lock.epoch(), times.atMost(), BatonClock.system(), before);
    }

    private static TaskLockTimes times(Invocation call) {
        Duration atLeast = call.duration("--at-least")
                .orElseThrow(
                        () -> new UsageException("--at-least is missing: how long must CMD not be started again?"));
        Duration usual = atLeast.compareTo(DEFAULT_AT_MOST) > 0 ? atLeast : DEFAULT_AT_MOST;
        Duration atMost = call.duration("--at-most").orElse(usual);
        if (atLeast.compareTo(atMost) > 0) {
            throw new UsageException("--at-least must not be longer than --at-most, but " + atLeast.toMillis()
                    + " ms is longer than " + atMost.toMillis() + " ms");
        }
        return Invocation.checked("--at-most", () -> new TaskLockTimes(atLeast, atMost));
    }

    private static int skipped(Invocation call, String task) {
        String reason = "not run: " + task + " was started by another process";
        if (call.has("--fail-if-skipped")) {
            return call.refuse(reason);
        }
        if (!call.has("--quiet")) {
            call.context().error(reason);
        }
        return ExitCode.DONE;
    }
}
