package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * From {@code kill -9} of the leader's process until another member, in a process of its own, has acquired: 3 and 5
 * members with default settings, beside a process that only waits for the same death of the same victim.
 */
public final class QuorumKillBenchmark implements Benchmark {
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
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        for (int members : new int[] {3, 5}) {
            KillTrial trial = new KillTrial(name(), members + " members");
            try (TrialDirectory scene = TrialDirectory.open();
                    LabProcess waiter = scene.bareWaiter()) {
                killing(trial, QuorumTrialDirectory.of(members, scene), scene, waiter, count);
                waiter.kill();
            }
            trial.print(report);
        }
    }

    private static void killing(
            KillTrial trial, QuorumTrialDirectory group, TrialDirectory scene, LabProcess waiter, int count)
            throws IOException, InterruptedException {
        Map<String, LabProcess> children = new LinkedHashMap<>();
        String victims = group.ids().get(0);
        try {
            for (String id : group.ids()) {
                children.put(id, group.start(id, scene));
            }
            Succession succession = new Succession(children, victims);
            for (int i = 0; i < count; i++) {
                LabProcess victim = Objects.requireNonNull(children.get(victims));
                victim.await("started");
                if (!succession.leader.equals(victims)) {
                    KillTrial.handOver(Objects.requireNonNull(children.get(succession.leader)), victims, victim);
                }
                // Long enough for the one that handed over to stand again.
                KillTrial.settle(850);
                children.values().forEach(LabProcess::forget);
                victim.tell("meet");
                victim.await("met");
                trial.kill(victim, succession, waiter, "woken");
                children.put(victims, group.start(victims, scene));
            }
        } finally {
            children.values().forEach(LabProcess::kill);
        }
    }

    /** Who leads now, and who does after the victim. */
    private static final class Succession implements KillTrial.Takeover {
        private final Map<String, LabProcess> children;
        private final String victim;
        private String leader;

        Succession(Map<String, LabProcess> children, String victim) throws IOException, InterruptedException {
            this.children = children;
            this.victim = victim;
            this.leader = awaitWinner(children, "").id();
        }

        @Override
        public long at() throws IOException, InterruptedException {
            Winner winner = awaitWinner(children, victim);
            leader = winner.id();
            return winner.at();
        }
    }

    private record Winner(String id, long at) {}

    private static Winner awaitWinner(Map<String, LabProcess> children, String but)
            throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < giveUp) {
            for (Map.Entry<String, LabProcess> each : children.entrySet()) {
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
