package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Child;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import dev.baton.lab.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's process until another member, in a process of its own, has acquired: 3 and 5
 * members with default settings, beside a process that only waits for the same death of the same victim.
 */
public final class QuorumKill implements Benchmark {
    /** A heap of 64 MiB, all of it touched: how long a death takes depends on the memory to be freed. */
    static final List<String> VICTIM =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final int TURNS = 10;

    private final List<Double> ours = new ArrayList<>();
    private final List<Double> bare = new ArrayList<>();
    private final List<Double> memory = new ArrayList<>();

    @Override
    public String name() {
        return "quorum-kill";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until another member acquired, 3 and 5 members, beside a bare wait for the same death";
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
        for (int members : new int[] {3, 5}) {
            ours.clear();
            bare.clear();
            memory.clear();
            try (Scene scene = Scene.open();
                    Child waiter = scene.bareWaiter()) {
                killing(QuorumScene.of(members, scene), scene, waiter, count);
                waiter.kill();
            }
            print(members, report);
        }
    }

    private void killing(QuorumScene group, Scene scene, Child waiter, int count)
            throws IOException, InterruptedException {
        Map<String, Child> children = new LinkedHashMap<>();
        String victims = group.ids().get(0);
        try {
            for (String id : group.ids()) {
                children.put(id, group.start(id, scene));
            }
            String leader = awaitWinner(children, "").id();
            for (int trial = 0; trial < count; trial++) {
                Child victim = Objects.requireNonNull(children.get(victims));
                victim.await("started");
                handOver(children, leader, victims);
                // Not in step with anybody's timer, and long enough for the one that handed over to stand again.
                TimeUnit.MILLISECONDS.sleep(800 + ThreadLocalRandom.current().nextInt(200));
                children.values().forEach(Child::forget);
                victim.tell("meet");
                victim.await("met");
                waiter.forget();
                memory.add(victim.residentMiB());
                long from = System.nanoTime();
                victim.kill();
                Winner winner = awaitWinner(children, victims);
                ours.add((winner.at() - from) / 1e6);
                bare.add((waiter.awaitTime("woken") - from) / 1e6);
                victim.awaitEnd();
                children.put(victims, group.start(victims, scene));
                leader = winner.id();
            }
        } finally {
            children.values().forEach(Child::kill);
        }
    }

    /** Makes the victim lead; asked again when it missed its turn, as one that has just come may. */
    private static void handOver(Map<String, Child> children, String leader, String victim)
            throws IOException, InterruptedException {
        Child from = Objects.requireNonNull(children.get(leader));
        for (int turn = 0; turn < TURNS && !leader.equals(victim); turn++) {
            from.tell(victim);
            if (Objects.requireNonNull(children.get(victim))
                    .await("acquired", 5)
                    .isPresent()) {
                return;
            }
        }
    }

    private record Winner(String id, long at) {}

    private static Winner awaitWinner(Map<String, Child> children, String but)
            throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < giveUp) {
            for (Map.Entry<String, Child> each : children.entrySet()) {
                Optional<List<String>> words = each.getKey().equals(but)
                        ? Optional.empty()
                        : each.getValue().poll("acquired");
                if (words.isPresent()) {
                    return new Winner(each.getKey(), Long.parseLong(words.get().get(0)));
                }
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("nobody leads after 120 s");
    }

    private void print(int members, Report report) {
        Samples resident = Samples.of(memory);
        report.note(String.format(
                Locale.ROOT,
                "%d members: each victim had touched %.0f MiB (%.0f to %.0f), of which 64 were its heap",
                members,
                resident.median(),
                resident.min(),
                resident.max()));
        Samples all = Samples.of(ours);
        Samples limit = Samples.of(bare);
        String what = members + " members, kill -9 to acquired, ";
        report.add(Figure.ofMedians(name(), what + "p50, against a bare wait", all, limit, "ms"));
        report.add(Figure.ofPercentiles(name(), what + "p99, against a bare wait", 99, all, limit, "ms"));
        report.add(Figure.ofMedians(
                name(),
                members + " members, the first takeover, all code cold, against the same death",
                Samples.of(ours.get(0)),
                Samples.of(bare.get(0)),
                "ms"));
    }
}
