package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Runs many seeds on all processors. */
public final class ScheduleRunner {
    private ScheduleRunner() {}

    /** Hears how far it is. */
    public interface Progress {
        void at(long done, long total, ScheduleStatistics tally);
    }

    /** The seeds from {@code first} on; ends early when one fails. */
    public static ScheduleStatistics run(long first, long count, NodeFactory maker, Progress progress)
            throws InterruptedException {
        ScheduleStatistics tally = new ScheduleStatistics();
        AtomicLong next = new AtomicLong(first);
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < Runtime.getRuntime().availableProcessors(); worker++) {
            Thread thread = new Thread(() -> work(next, first + count, maker, tally), "schedules-" + worker);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(500);
                progress.at(tally.schedules(), count, tally);
            }
        }
        return tally;
    }

    private static void work(AtomicLong next, long end, NodeFactory maker, ScheduleStatistics tally) {
        for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
            ScheduleResult verdict = Simulation.run(seed, maker, false);
            tally.add(verdict);
            if (!verdict.isGood()) {
                next.set(end);
            }
        }
    }
}
