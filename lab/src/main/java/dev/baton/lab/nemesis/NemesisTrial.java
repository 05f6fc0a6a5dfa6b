package dev.baton.lab.nemesis;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.FakeClock;
import dev.baton.lab.nemesis.fault.ProcessFaults;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.lab.nemesis.history.LiveHistories;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.NemesisStep;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.lab.nemesis.store.NemesisStore;
import dev.baton.lab.nemesis.store.TrialPlan;
import dev.baton.lab.nemesis.store.WorkKind;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The processes of one trial on one store, and the faults that hit them. All is recorded in the folder of the trial. */
final class NemesisTrial implements AutoCloseable {
    /** Added to the documented times for each runnable process per core: they start and run together. */
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(15);

    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final long POLL_MILLIS = 50;

    private final TrialPlan plan;
    private final NemesisStore store;
    private final EpochSink sink;
    private final HistoryLog log;
    private final LiveHistories live;
    private final TrialProcesses processes;
    private final ProcessFaults processFaults;
    private final Optional<ReplicaWorld> world;

    NemesisTrial(TrialPlan plan, NemesisStore store) throws IOException {
        this.plan = plan;
        this.store = store;
        this.sink = new EpochSink(plan.elections().size());
        this.log = new HistoryLog(plan.folder().resolve("trial.trial"));
        this.live = new LiveHistories(plan.folder());
        Optional<FakeClock> clock = FakeClock.in(plan.folder());
        ProcessCommands commands = new ProcessCommands(plan, store, sink.url(), clock);
        this.processes = new TrialProcesses(
                plan.candidates().stream()
                        .map(name -> new TrialProcess(
                                name, (label, variant) -> commands.candidate(name, label, variant), "", log))
                        .toList(),
                plan.runs().stream()
                        .map(name -> new TrialProcess(
                                name, (label, variant) -> commands.run(name, label, variant), "TERM", log))
                        .toList(),
                live);
        this.processFaults = new ProcessFaults(processes, clock, plan.folder());
        this.world = plan.work() == WorkKind.REPLICAS
                ? Optional.of(new ReplicaWorld(plan.folder().resolve("files")))
                : Optional.empty();
    }

    /** Returns the faults that this trial can inject. */
    Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.copyOf(ProcessFaults.KINDS);
        all.addAll(store.faults());
        if (!store.toleratesForeignClock()) {
            all.remove(FaultKind.CLOCK);
        }
        if (!store.isSharedByUsers()) {
            all.remove(FaultKind.HIDE);
        }
        if (world.isPresent()) {
            // There is no baton run. All processes of a machine read the same clock, which is that of the SQLite
            // records.
            all.removeAll(EnumSet.of(
                    FaultKind.CLOCK,
                    FaultKind.STORM,
                    FaultKind.RUN_KILL,
                    FaultKind.RUN_FREEZE,
                    FaultKind.RUN_FREEZER,
                    FaultKind.PRIVATE_TMP));
        }
        return all;
    }

    /** Starts all processes and waits until every election has a leader. */
    void start() throws Exception {
        processes.start();
        Duration limit = START_LIMIT.plus(allowance());
        if (!awaitLeaders(System.nanoTime(), limit)) {
            throw new IOException("no leader in every election within " + limit.toSeconds()
                    + " s after the start; see the logs in " + plan.folder());
        }
    }

    /** Injects the faults of a step, and waits until every election has a leader again or the time for that is over. */
    void run(NemesisStep step) throws Exception {
        if (world.isPresent()) {
            world.get().change(step.number());
        } else {
            String run = plan.runs().get(step.number() % plan.runs().size());
            processes.candidates().forEach(process -> process.command("spread " + run));
        }
        TimeUnit.MILLISECONDS.sleep(step.pause().toMillis());
        live.update();
        log.add(new HistoryEvent.Injected(step.number(), step.kinds(), System.nanoTime()));
        List<Thread> running = new ArrayList<>();
        for (PlannedFault planned : step.faults()) {
            fault(planned).ifPresent(fault -> running.add(NamedThreads.start("fault", () -> inject(planned, fault))));
        }
        for (Thread thread : running) {
            thread.join();
        }
        // A baton run can exit by itself, for example if its command was killed with its watchdog.
        processes.start();
        long healed = System.nanoTime();
        Duration bound = store.recovery().plus(allowance());
        log.add(new HistoryEvent.Healed(step.number(), healed, bound.toNanos()));
        awaitLeaders(healed, bound);
        awaitBegun(healed + bound.toNanos());
        store.damaged().forEach(what -> log.add(new HistoryEvent.Damaged(step.number(), what, System.nanoTime())));
        if (world.isPresent()) {
            awaitReconciled(world.get(), step.number(), bound);
        }
    }

    /** Waits for processes that still start: the next fault could refuse them the store, so that they end by themselves. */
    private void awaitBegun(long deadline) throws InterruptedException {
        while (System.nanoTime() - deadline < 0
                && !Stream.concat(processes.candidates().stream(), processes.runs().stream())
                        .allMatch(this::hasBegun)) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private boolean hasBegun(TrialProcess process) {
        return Stream.of(".history", ".events")
                .anyMatch(ending ->
                        plan.folder().resolve(process.label() + ending).toFile().length() > 0);
    }

    /** Waits until every record agrees with its resource, which shows too that the leader of the reconciler is not idle. */
    private void awaitReconciled(ReplicaWorld replicas, int step, Duration limit) throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        List<String> differences = replicas.differences();
        while (!differences.isEmpty() && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            differences = replicas.differences();
        }
        differences.forEach(what -> log.add(new HistoryEvent.Unreconciled(step, what, System.nanoTime())));
    }

    private static Duration allowance() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        long perCore = Math.round(system.getSystemLoadAverage() / system.getAvailableProcessors());
        return BUSY_MACHINE.multipliedBy(Math.max(1, perCore));
    }

    private Optional<ActiveFault> fault(PlannedFault planned) {
        if (ProcessFaults.KINDS.contains(planned.kind())) {
            return processFaults.of(planned);
        }
        return Optional.of(store.fault(planned, processes));
    }

    private void inject(PlannedFault planned, ActiveFault fault) {
        try {
            TimeUnit.MILLISECONDS.sleep(planned.delay().toMillis());
            try {
                fault.begin();
                TimeUnit.MILLISECONDS.sleep(planned.duration().toMillis());
            } finally {
                fault.end();
            }
        } catch (Exception failed) {
            log.add(new HistoryEvent.Left("fault " + planned + " failed: " + failed, System.nanoTime()));
        }
    }

    private boolean awaitLeaders(long since, Duration limit) throws Exception {
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() - deadline < 0) {
            live.update();
            if (live.ledSince(since) == plan.elections().size()) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return false;
    }

    /** Returns the number of changes of leader so far. */
    int failovers() {
        return Math.max(0, live.tenures() - plan.elections().size());
    }

    /** Stops all processes in an orderly way and records what they left. */
    void stop() throws Exception {
        processes.stop();
        List<String> left = new ArrayList<>(store.left());
        left.addAll(LeftProcesses.of(plan.folder()));
        left.forEach(what -> log.add(new HistoryEvent.Left(what, System.nanoTime())));
    }

    /** Kills all processes for good. */
    void end() {
        processes.end();
    }

    @Override
    public void close() throws IOException {
        end();
        world.ifPresent(ReplicaWorld::close);
        sink.close();
        log.close();
    }
}
