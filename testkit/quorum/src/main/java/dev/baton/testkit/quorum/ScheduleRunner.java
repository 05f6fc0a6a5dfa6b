package dev.baton.testkit.quorum;

import dev.baton.support.thread.NamedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Runs many seeds on all processors. */
public final class ScheduleRunner {
    private ScheduleRunner() {}

    /**
     * Runs {@code count} seeds from {@code first} on, on one level. Ends early when one fails.
     *
     * @param progress receives the statistics so far, twice a second
     */
    public static ScheduleStatistics run(
            long first, long count, SimulationLevel level, NodeFactory factory, Consumer<ScheduleStatistics> progress)
            throws InterruptedException {
        AtomicReference<ScheduleStatistics> statistics = new AtomicReference<>(ScheduleStatistics.none());
        AtomicLong next = new AtomicLong(first);
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < Runtime.getRuntime().availableProcessors(); worker++) {
            threads.add(NamedThreads.start(
                    "schedules-" + worker, () -> work(next, first + count, level, factory, statistics)));
        }
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(500);
                progress.accept(statistics.get());
            }
        }
        return Objects.requireNonNull(statistics.get());
    }

    private static void work(
            AtomicLong next,
            long end,
            SimulationLevel level,
            NodeFactory factory,
            AtomicReference<ScheduleStatistics> statistics) {
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            ScheduleResult result = Simulation.run(seed, level, factory, false);
            statistics.updateAndGet(soFar -> soFar.plus(result));
            if (!result.passed()) {
                next.set(end);
            }
        }
    }
}
