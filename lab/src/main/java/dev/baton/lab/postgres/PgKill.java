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
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's process until a standby in another process has acquired, beside a
 * session blocked in {@code pg_advisory_lock} on a lock that the same victim held.
 */
public final class PgKill implements Benchmark {
    /** A heap of 64 MiB, all of it touched: how long a death takes depends on the memory to be freed. */
    private static final List<String> VICTIM = List.of(
            "-Xms64m",
            "-Xmx64m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            LabServer.QUIET.get(0));

    private static final int TURNS = 10;

    private final List<Double> ours = new ArrayList<>();
    private final List<Double> bare = new ArrayList<>();
    private final List<Double> memory = new ArrayList<>();

    @Override
    public String name() {
        return "pg-kill";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until the next one acquired, beside a bare session blocked on its lock";
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
        try (LabServer server = LabServer.start();
                Child waiter = Child.start(LabServer.QUIET, BareSession.class, server.jdbcUrl());
                Child standby = Child.start(LabServer.QUIET, Stander.class, server.url(), "lab", "standby")) {
            waiter.await("ready");
            standby.await("acquired");
            for (int trial = 0; trial < count; trial++) {
                killOne(server, standby, waiter, trial);
            }
        }
        print(report);
    }

    private void killOne(LabServer server, Child standby, Child waiter, int trial)
            throws IOException, InterruptedException {
        Child victim = Child.start(VICTIM, Victim.class, server.url(), "lab", "victim-" + trial, server.jdbcUrl());
        victim.await("waiting");
        handOver(standby, victim);
        standby.await("waiting");
        waiter.tell("lock");
        while (server.waiting() < 2) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        // Not in step with anybody's timer, and long enough for sockets and logs to be quiet.
        TimeUnit.MILLISECONDS.sleep(100 + ThreadLocalRandom.current().nextInt(100));
        standby.forget();
        waiter.forget();
        memory.add(victim.residentMiB());
        long from = System.nanoTime();
        victim.kill();
        ours.add((standby.awaitTime("acquired") - from) / 1e6);
        bare.add((waiter.awaitTime("granted") - from) / 1e6);
        victim.awaitEnd();
        waiter.tell("unlock");
        waiter.await("from");
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
    }
}
