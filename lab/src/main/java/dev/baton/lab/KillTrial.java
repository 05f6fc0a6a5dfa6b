package dev.baton.lab;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Kills leaders one after the other and measures each takeover, beside a process that only waits for the same death. */
public final class KillTrial {
    /** Fixes the heap at 64 MiB, all touched: the time to end a process depends on the memory to be freed. */
    public static final List<String> VICTIM_FLAGS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final int ATTEMPTS = 10;
    private static final int ATTEMPT_SECONDS = 5;
    private static final int JITTER_MILLIS = 100;

    private final String prefix;
    private final SampleSet ours = new SampleSet();
    private final SampleSet bare = new SampleSet();
    private final SampleSet memory = new SampleSet();

    /**
     * Prepares a trial.
     *
     * @param prefix the start of each reported line, may be empty
     */
    public KillTrial(String prefix) {
        this.prefix = prefix;
    }

    /** Makes the victim leader. Repeats the command because a victim that has just started may miss the release. */
    public static void handOver(LabProcess leader, String command, LabProcess victim) throws Exception {
        for (int i = 0; i < ATTEMPTS; i++) {
            leader.clearReplies();
            leader.send(command);
            if (victim.await("acquired", ATTEMPT_SECONDS).isPresent()) {
                return;
            }
        }
        throw new IOException("the victim did not become leader in " + ATTEMPTS + " attempts");
    }

    /** Waits until sockets and logs are quiet, with a random part that avoids synchrony with timers. */
    public static void settle(int millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis + ThreadLocalRandom.current().nextInt(JITTER_MILLIS));
    }

    /**
     * Kills the leader.
     *
     * @param takeover waits for the next leader and returns when it acquired, in monotonic nanoseconds
     * @param notice the reply with which the bare waiter reports the same death
     */
    public void kill(LabProcess victim, Callable<Long> takeover, LabProcess waiter, String notice) throws Exception {
        waiter.clearReplies();
        memory.add(victim.residentMiB());
        long from = System.nanoTime();
        victim.kill();
        ours.add((takeover.call() - from) / 1e6);
        bare.add((waiter.awaitNumber(notice) - from) / 1e6);
        victim.awaitEnd();
    }

    public void print(BenchmarkReport report) {
        report.note(
                "%seach victim had touched %.0f MiB (%.0f to %.0f), of which 64 were its heap",
                prefix, memory.median(), memory.min(), memory.max());
        String what = prefix + "kill -9 to acquired, ";
        report.medians(what + "p50, against a bare wait", ours, bare, "ms");
        report.percentiles(99, what + "p99, against a bare wait", ours, bare, "ms");
        report.values(
                prefix + "the first takeover, all code cold, against the same death", ours.first(), bare.first(), "ms");
    }
}
