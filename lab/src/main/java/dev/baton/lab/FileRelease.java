package dev.baton.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside one byte that
 * wakes a bare process, and one that makes it do a durable write first, as a new epoch needs.
 */
final class FileRelease implements Benchmark {
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> woken = new ArrayList<>();
    private final List<Double> durable = new ArrayList<>();

    @Override
    public String name() {
        return "file-release";
    }

    @Override
    public String about() {
        return "a graceful release until the next one acquired, beside a bare wake-up";
    }

    @Override
    public String counts() {
        return "releases";
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, Report report) throws IOException, InterruptedException {
        try (Scene scene = Scene.open();
                Child waiter = scene.bareWaiter();
                Child one = scene.heardStander(List.of(), "one")) {
            one.await("acquired");
            try (Child other = scene.stander("other")) {
                other.await("waiting");
                Child leader = one;
                Child standby = other;
                for (int round = 0; round < count; round++) {
                    TimeUnit.MILLISECONDS.sleep(20);
                    ours.add(millis(leader, "yield", standby, "acquired"));
                    leader.await("waiting");
                    woken.add(millis(one, "poke", waiter, "woken"));
                    durable.add(millis(one, "poke-durable", waiter, "woken"));
                    Child next = standby;
                    standby = leader;
                    leader = next;
                }
            }
            waiter.kill();
        }
        print(report);
    }

    private static double millis(Child from, String order, Child to, String sign)
            throws IOException, InterruptedException {
        to.forget();
        from.tell(order);
        long end = to.awaitTime(sign);
        return (end - from.awaitTime("from")) / 1e6;
    }

    private void print(Report report) {
        Samples all = Samples.of(ours);
        Samples wake = Samples.of(woken);
        Samples write = Samples.of(durable);
        report.add(Figure.ofMedians(name(), "stepDown() to acquired, p50, against a wake-up", all, wake, "ms"));
        report.add(Figure.ofMedians(
                name(), "stepDown() to acquired, p50, against a wake-up and one fsync", all, write, "ms"));
        report.add(Figure.ofPercentiles(
                name(), "stepDown() to acquired, p99, against a wake-up and one fsync", 99, all, write, "ms"));
    }
}
