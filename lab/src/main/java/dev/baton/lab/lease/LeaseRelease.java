package dev.baton.lab.lease;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Child;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import dev.baton.lab.Stander;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside a row that is deleted
 * and put back by somebody who was told, by hand; and what a standby costs that only waits.
 */
public final class LeaseRelease implements Benchmark {
    private static final int IDLE_SECONDS = 20;
    private static final int YIELD_SECONDS = 5;

    @Override
    public String name() {
        return "lease-release";
    }

    @Override
    public String about() {
        return "a graceful release until the next one acquired, beside the same by hand";
    }

    @Override
    public String counts() {
        return "releases on each database";
    }

    @Override
    public int usualCount() {
        return 100;
    }

    @Override
    public void run(int count, Report report) throws IOException, InterruptedException {
        try (LabDatabase sqlite = LabDatabase.sqlite();
                LabDatabase postgres = LabDatabase.postgres()) {
            for (LabDatabase database : List.of(sqlite, postgres)) {
                measure(database, count, report);
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    private void measure(LabDatabase database, int count, Report report)
            throws IOException, InterruptedException, SQLException {
        List<Double> ours = new ArrayList<>();
        List<Double> bare = new ArrayList<>();
        List<Double> idle = new ArrayList<>();
        int missed = 0;
        String url = "lease:" + database.storeUrl();
        try (Child one = Child.start(List.of(), Stander.class, url, "lab", "one")) {
            one.await("acquired");
            try (Child other = Child.start(List.of(), Stander.class, url, "lab", "other");
                    BareHandOver byHand = BareHandOver.open(database)) {
                other.await("waiting");
                Child leader = one;
                Child standby = other;
                for (int round = 0; round < count; round++) {
                    TimeUnit.MILLISECONDS.sleep(20);
                    standby.forget();
                    leader.tell("yield");
                    Optional<List<String>> acquired = standby.await("acquired", YIELD_SECONDS);
                    if (acquired.isEmpty()) {
                        // On a crowded machine the one that yielded may come first again; then it leads on.
                        missed++;
                        leader.awaitTime("from");
                        continue;
                    }
                    ours.add((Long.parseLong(acquired.get().get(0)) - leader.awaitTime("from")) / 1e6);
                    leader.await("waiting");
                    bare.add(byHand.millis());
                    Child next = standby;
                    standby = leader;
                    leader = next;
                }
                TimeUnit.SECONDS.sleep(2);
                double before = standby.processorMillis();
                TimeUnit.SECONDS.sleep(IDLE_SECONDS);
                idle.add((standby.processorMillis() - before) / (IDLE_SECONDS * 10.0));
            }
        }
        report.note(database.name() + ": in " + missed + " of " + count + " rounds the one that yielded led again");
        String what = "stepDown() to acquired on " + database.name();
        report.add(Figure.ofMedians(
                name(), what + ", p50, against the same by hand", Samples.of(ours), Samples.of(bare), "ms"));
        report.add(new Figure(
                name(), what + ", p99, against 50 ms", Samples.of(ours).percentile(99), 50, "ms", Samples.of(ours)));
        report.add(new Figure(
                name(),
                "a standby that waits on " + database.name() + ", against 1 % of a core",
                idle.get(0),
                1,
                "%",
                Samples.of(idle)));
    }
}
