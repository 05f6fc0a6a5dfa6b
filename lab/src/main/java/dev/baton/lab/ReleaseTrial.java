package dev.baton.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Two candidates that hand over to and fro: how long each hand-over took. */
public final class ReleaseTrial {
    private static final int TURN_SECONDS = 5;
    private static final int PAUSE_MILLIS = 20;

    /** What is measured beside each hand-over. */
    public interface Beside {
        void measure() throws IOException, InterruptedException;
    }

    private final List<Double> ours = new ArrayList<>();
    private int missed;

    /** Hands over so many times; the one that stands by at the end. */
    public LabProcess play(int count, LabProcess first, LabProcess second, Beside beside)
            throws IOException, InterruptedException {
        LabProcess leader = first;
        LabProcess standby = second;
        for (int round = 0; round < count; round++) {
            pause();
            standby.forget();
            leader.tell("yield");
            Optional<List<String>> acquired = standby.await("acquired", TURN_SECONDS);
            if (acquired.isEmpty()) {
                // On a crowded machine the one that yielded may come first again; then it leads on.
                missed++;
                leader.awaitTime("from");
                continue;
            }
            ours.add((Long.parseLong(acquired.get().get(0)) - leader.awaitTime("from")) / 1e6);
            leader.await("waiting");
            beside.measure();
            LabProcess next = standby;
            standby = leader;
            leader = next;
        }
        return standby;
    }

    /** How long it took from an order, as who was told knows it, to what the other says of it. */
    public static double millis(LabProcess from, String order, LabProcess to, String sign)
            throws IOException, InterruptedException {
        to.forget();
        from.tell(order);
        long end = to.awaitTime(sign);
        return (end - from.awaitTime("from")) / 1e6;
    }

    /** Long enough for the other to be blocked, and for sockets and logs to be quiet. */
    public static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }

    /** How long the hand-overs took; says where the one that yielded led again. */
    public SampleSet took(String where, BenchmarkReport report) {
        if (missed > 0) {
            int rounds = missed + ours.size();
            report.note(where + ": in " + missed + " of " + rounds + " rounds the one that yielded led again");
        }
        return SampleSet.of(ours);
    }
}
