package dev.baton.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Leaders that are killed one after the other: how long each death took until the next one led, beside somebody who
 * only waits for the same death of the same victim.
 */
public final class KillTrial {
    /** A heap of 64 MiB, all of it touched: how long a death takes depends on the memory to be freed. */
    public static final List<String> VICTIM =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final int TURNS = 10;
    private static final int TURN_SECONDS = 5;
    private static final int SPREAD_MILLIS = 100;

    /** When the next one led, in monotonic nanoseconds. */
    public interface Takeover {
        long at() throws IOException, InterruptedException;
    }

    private final String bench;
    private final String group;
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> bare = new ArrayList<>();
    private final List<Double> memory = new ArrayList<>();

    /** For the benchmark of this name; {@code group} stands before what is reported and may be empty. */
    public KillTrial(String bench, String group) {
        this.bench = bench;
        this.group = group.isEmpty() ? "" : group + ", ";
    }

    /** Makes the victim lead; asked again when it missed its turn, as one that has just come may. */
    public static void handOver(LabProcess leader, String order, LabProcess victim)
            throws IOException, InterruptedException {
        for (int i = 0; i < TURNS; i++) {
            leader.forget();
            leader.tell(order);
            if (victim.await("acquired", TURN_SECONDS).isPresent()) {
                return;
            }
        }
        throw new IOException("the victim never led");
    }

    /** Waits until sockets and logs are quiet, and not in step with anybody's timer. */
    public static void settle(int millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis + ThreadLocalRandom.current().nextInt(SPREAD_MILLIS));
    }

    /** Kills the one that leads; {@code sign} is what the bare waiter says of the same death. */
    public void kill(LabProcess victim, Takeover next, LabProcess waiter, String sign)
            throws IOException, InterruptedException {
        waiter.forget();
        memory.add(victim.residentMiB());
        long from = System.nanoTime();
        victim.kill();
        ours.add((next.at() - from) / 1e6);
        bare.add((waiter.awaitTime(sign) - from) / 1e6);
        victim.awaitEnd();
    }

    /** Says how long it took. */
    public void print(BenchmarkReport report) {
        SampleSet resident = SampleSet.of(memory);
        report.note(String.format(
                Locale.ROOT,
                "%seach victim had touched %.0f MiB (%.0f to %.0f), of which 64 were its heap",
                group,
                resident.median(),
                resident.min(),
                resident.max()));
        SampleSet all = SampleSet.of(ours);
        SampleSet limit = SampleSet.of(bare);
        String what = group + "kill -9 to acquired, ";
        report.add(BenchmarkFigure.ofMedians(bench, what + "p50, against a bare wait", all, limit, "ms"));
        report.add(BenchmarkFigure.ofPercentiles(bench, what + "p99, against a bare wait", 99, all, limit, "ms"));
        report.add(BenchmarkFigure.ofMedians(
                bench,
                group + "the first takeover, all code cold, against the same death",
                SampleSet.of(ours.get(0)),
                SampleSet.of(bare.get(0)),
                "ms"));
    }
}
