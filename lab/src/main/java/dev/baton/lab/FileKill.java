package dev.baton.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's process until a standby in another process has acquired, beside a
 * third process that only waits for the same death of the same victim.
 */
final class FileKill implements Benchmark {
    /** A heap of 64 MiB, all of it touched: how long a death takes depends on the memory to be freed. */
    private static final List<String> VICTIM =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final int TURNS = 10;

    private final List<Double> ours = new ArrayList<>();
    private final List<Double> bare = new ArrayList<>();
    private final List<Double> memory = new ArrayList<>();

    @Override
    public String name() {
        return "file-kill";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until the next one acquired, beside a bare wait for the same death";
    }

    @Override
    public String counts() {
        return "victims";
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, Report report) throws IOException, InterruptedException {
        try (Scene scene = Scene.open();
                Child waiter = scene.bareWaiter();
                Child standby = scene.stander("standby")) {
            standby.await("acquired");
            for (int trial = 0; trial < count; trial++) {
                killOne(scene, standby, waiter, trial);
            }
            waiter.kill();
        }
        print(report);
    }

    private void killOne(Scene scene, Child standby, Child waiter, int trial) throws IOException, InterruptedException {
        Child victim = scene.heardStander(VICTIM, "victim-" + trial);
        victim.await("waiting");
        handOver(standby, victim);
        standby.await("waiting");
        // Not in step with anybody's timer, and long enough for sockets and logs to be quiet.
        TimeUnit.MILLISECONDS.sleep(200 + ThreadLocalRandom.current().nextInt(100));
        standby.forget();
        waiter.forget();
        memory.add(victim.residentMiB());
        long from = System.nanoTime();
        victim.kill();
        ours.add((standby.awaitTime("acquired") - from) / 1e6);
        bare.add((waiter.awaitTime("woken") - from) / 1e6);
        victim.awaitEnd();
    }

    /** Makes the victim lead; asked again when it missed its turn, as one that has just come may. */
    private static void handOver(Child standby, Child victim) throws IOException, InterruptedException {
        for (int i = 0; i < TURNS; i++) {
            standby.forget();
            standby.tell("yield");
            if (victim.await("acquired", 5).isPresent()) {
                return;
            }
        }
        throw new IOException("the victim never led");
    }

    private void print(Report report) {
        Samples resident = Samples.of(memory);
        report.note(String.format(
                Locale.ROOT,
                "each victim had touched %.0f MiB (%.0f to %.0f), of which 64 were its heap",
                resident.median(),
                resident.min(),
                resident.max()));
        Samples all = Samples.of(ours);
        Samples limit = Samples.of(bare);
        report.add(Figure.ofMedians(name(), "kill -9 to acquired, p50, against a bare wait", all, limit, "ms"));
        report.add(Figure.ofPercentiles(name(), "kill -9 to acquired, p99, against a bare wait", 99, all, limit, "ms"));
        report.add(Figure.ofMedians(
                name(),
                "the first takeover of a cold standby, against the same death",
                Samples.of(ours.get(0)),
                Samples.of(bare.get(0)),
                "ms"));
    }
}
