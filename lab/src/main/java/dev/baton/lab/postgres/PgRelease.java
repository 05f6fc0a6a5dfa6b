package dev.baton.lab.postgres;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Child;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import dev.baton.lab.Stander;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * From the call of {@code stepDown()} until a standby in another process has acquired, beside
 * {@code pg_advisory_unlock} until another session was granted the lock, and until that one has committed.
 */
public final class PgRelease implements Benchmark {
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> bare = new ArrayList<>();
    private final List<Double> durable = new ArrayList<>();

    @Override
    public String name() {
        return "pg-release";
    }

    @Override
    public String about() {
        return "a graceful release until the next one acquired, beside a bare unlock until the lock is granted";
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
        try (LabServer server = LabServer.start();
                Child holder = bareSession(server);
                Child waiter = bareSession(server);
                Child one = stander(server, "one")) {
            one.await("acquired");
            holder.tell("lock");
            holder.await("granted");
            try (Child other = stander(server, "other")) {
                other.await("waiting");
                Child leader = one;
                Child standby = other;
                Child from = holder;
                Child to = waiter;
                for (int round = 0; round < count; round++) {
                    pause();
                    ours.add(millis(leader, "yield", standby, "acquired"));
                    leader.await("waiting");
                    bare.add(bareMillis(from, to, "lock"));
                    durable.add(bareMillis(to, from, "lock-durable"));
                    Child next = standby;
                    standby = leader;
                    leader = next;
                }
            }
        }
        print(report);
    }

    private static Child bareSession(LabServer server) throws IOException, InterruptedException {
        Child session = Child.start(LabServer.QUIET, BareSession.class, server.jdbcUrl());
        session.await("ready");
        return session;
    }

    private static Child stander(LabServer server, String id) throws IOException {
        return Child.start(LabServer.QUIET, Stander.class, server.url(), "lab", id);
    }

    private static double bareMillis(Child from, Child to, String order) throws IOException, InterruptedException {
        to.tell(order);
        pause();
        return millis(from, "unlock", to, "granted");
    }

    /** Long enough for the other to be blocked, and for sockets and logs to be quiet. */
    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(20);
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
        Samples grant = Samples.of(bare);
        Samples commit = Samples.of(durable);
        report.add(Figure.ofMedians(name(), "stepDown() to acquired, p50, against unlock to grant", all, grant, "ms"));
        report.add(Figure.ofPercentiles(
                name(), "stepDown() to acquired, p99, against unlock to grant", 99, all, grant, "ms"));
        report.add(Figure.ofMedians(
                name(), "stepDown() to acquired, p50, against unlock to grant and commit", all, commit, "ms"));
    }
}
