package dev.baton.lab;

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
 * From {@code kill -9} of the leader until another one of three processes leads: ours beside Apache Ratis and
 * jgroups-raft, each with its default settings, on the same machine and in the same run.
 */
final class QuorumPeers implements Benchmark {
    private static final List<String> IDS = List.of("n1", "n2", "n3");
    private static final List<String> FLAGS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

    @Override
    public String name() {
        return "quorum-peers";
    }

    @Override
    public String about() {
        return "kill -9 of the leader until another of 3 processes leads, beside Ratis and jgroups-raft";
    }

    @Override
    public String counts() {
        return "kills of each";
    }

    @Override
    public int usualCount() {
        return 20;
    }

    /** How a member is started, the first time and again. */
    private interface Cast {
        Child start(String id) throws IOException;
    }

    @Override
    public void run(int count, Report report) throws IOException, InterruptedException {
        try (Scene scene = Scene.open()) {
            Samples ours = killing(ours(scene), count, "Baton", report);
            against(report, "Ratis 3.3.0", ours, killing(ratis(scene), count, "Ratis", report));
            against(report, "jgroups-raft 1.1.4", ours, killing(jgroups(scene), count, "jgroups-raft", report));
        }
    }

    private void against(Report report, String peer, Samples ours, Samples theirs) {
        String what = "3 members, kill -9 to the next leader, ";
        report.add(Figure.ofMedians(name(), what + "p50, against " + peer, ours, theirs, "ms"));
        report.add(Figure.ofPercentiles(name(), what + "p99, against " + peer, 99, ours, theirs, "ms"));
    }

    private static Cast ours(Scene scene) throws IOException {
        QuorumScene group = QuorumScene.of(IDS.size(), scene);
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < IDS.size(); i++) {
            names.put(IDS.get(i), group.ids().get(i));
        }
        return id -> Child.start(
                FLAGS,
                QuorumStander.class,
                group.url(Objects.requireNonNull(names.get(id)), "peers-"),
                "lab",
                scene.socket().toString());
    }

    private static Cast ratis(Scene scene) throws IOException {
        List<Integer> ports = QuorumScene.freePorts(IDS.size());
        List<String> peers = new ArrayList<>();
        for (int i = 0; i < IDS.size(); i++) {
            peers.add(IDS.get(i) + "=127.0.0.1:" + ports.get(i));
        }
        return id -> Child.start(
                FLAGS, RatisPeer.class, id, scene.path("ratis-" + id).toString(), String.join(",", peers));
    }

    private static Cast jgroups(Scene scene) throws IOException {
        List<Integer> ports = QuorumScene.freePorts(IDS.size());
        List<String> hosts =
                ports.stream().map(port -> "127.0.0.1[" + port + "]").toList();
        return id -> Child.start(
                FLAGS,
                JGroupsPeer.class,
                id,
                scene.path("jgroups-" + id).toString(),
                ports.get(IDS.indexOf(id)).toString(),
                String.join(",", hosts),
                String.join(",", IDS));
    }

    private static Samples killing(Cast cast, int count, String who, Report report)
            throws IOException, InterruptedException {
        List<Double> took = new ArrayList<>();
        List<Double> memory = new ArrayList<>();
        Map<String, Child> children = new LinkedHashMap<>();
        try {
            for (String id : IDS) {
                children.put(id, cast.start(id));
            }
            Winner leader = awaitWinner(children, "");
            for (int trial = 0; trial < count; trial++) {
                // All are there, settled, and not in step with anybody's timer.
                TimeUnit.MILLISECONDS.sleep(4_000 + ThreadLocalRandom.current().nextInt(1_000));
                leader = latest(children, leader);
                Child victim = Objects.requireNonNull(children.get(leader.id()));
                memory.add(victim.residentMiB());
                long from = System.nanoTime();
                victim.kill();
                Winner next = awaitWinner(children, leader.id());
                took.add((next.at() - from) / 1e6);
                victim.awaitEnd();
                children.put(leader.id(), cast.start(leader.id()));
                leader = next;
            }
        } finally {
            children.values().forEach(Child::kill);
        }
        report.note(String.format(
                Locale.ROOT,
                "%s: each victim had touched %.0f MiB",
                who,
                Samples.of(memory).median()));
        return Samples.of(took);
    }

    private record Winner(String id, long at) {}

    /** Whoever has won meanwhile, unasked. */
    private static Winner latest(Map<String, Child> children, Winner known) throws IOException {
        Winner latest = known;
        for (Map.Entry<String, Child> each : children.entrySet()) {
            for (Optional<List<String>> words = each.getValue().poll("acquired");
                    words.isPresent();
                    words = each.getValue().poll("acquired")) {
                long at = Long.parseLong(words.get().get(0));
                latest = at > latest.at() ? new Winner(each.getKey(), at) : latest;
            }
        }
        return latest;
    }

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
}
