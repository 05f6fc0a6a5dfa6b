package dev.baton.lab;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Two candidates that transfer the leadership back and forth, and the time of each transfer. */
public final class ReleaseTrial {
    private static final int TAKEOVER_SECONDS = 5;
    private static final int PAUSE_MILLIS = 20;

    /** The measurement of the limit after each transfer. */
    public interface BareMeasurement {
        void run() throws Exception;
    }

    private final SampleSet ours = new SampleSet();
    private int reacquired;

    /** Transfers the leadership the given number of times and returns the standby at the end. */
    public LabProcess run(int count, LabProcess first, LabProcess second, BareMeasurement bare) throws Exception {
        LabProcess leader = first;
        LabProcess standby = second;
        for (int round = 0; round < count; round++) {
            pause();
            standby.clearReplies();
            leader.send("yield");
            Optional<List<String>> acquired = standby.await("acquired", TAKEOVER_SECONDS);
            if (acquired.isEmpty()) {
                // On a busy machine the former leader may win again; then it stays leader.
                reacquired++;
                leader.awaitNumber("from");
                continue;
            }
            ours.add((Long.parseLong(acquired.get().get(0)) - leader.awaitNumber("from")) / 1e6);
            leader.await("waiting");
            bare.run();
            LabProcess next = standby;
            standby = leader;
            leader = next;
        }
        return standby;
    }

    /** Returns the milliseconds from the start of a command in one process to a reply of the other. */
    public static double millis(LabProcess from, String command, LabProcess to, String reply) throws Exception {
        to.clearReplies();
        from.send(command);
        long end = to.awaitNumber(reply);
        return (end - from.awaitNumber("from")) / 1e6;
    }

    /** Waits until the other process blocks and sockets and logs are quiet. */
    public static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }

    /** Returns the times of all transfers, and notes how often the former leader won again. */
    public SampleSet finish(String store, BenchmarkReport report) {
        if (reacquired > 0) {
            int rounds = reacquired + ours.count();
            report.note("%s: in %d of %d rounds the former leader won again", store, reacquired, rounds);
        }
        return ours;
    }
}
