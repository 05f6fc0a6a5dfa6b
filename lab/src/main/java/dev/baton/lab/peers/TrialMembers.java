package dev.baton.lab.peers;

import dev.baton.lab.nemesis.fault.FakeClock;
import dev.baton.lab.nemesis.fault.ProcessSignals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The three processes of a trial, each of which is started again and again. */
final class TrialMembers implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(150);
    private static final int SETTLE_MILLIS = 3_000;
    private static final int JITTER_MILLIS = 4_000;

    private final PeerGround ground;
    private final Path folder;
    private final Random random;
    private final LeaderWatch watch;
    private final Map<String, Running> running = new LinkedHashMap<>();
    private int starts;

    private record Running(String label, PeerMember member) {}

    TrialMembers(PeerGround ground, Path folder, Random random) {
        this.ground = ground;
        this.folder = folder;
        this.random = random;
        this.watch = new LeaderWatch(folder);
    }

    void startAll() throws Exception {
        for (String name : ground.names()) {
            start(name, Optional.empty());
        }
    }

    private void start(String name, Optional<FakeClock> clock) throws Exception {
        String label = name + "-" + ++starts;
        running.put(name, new Running(label, ground.start(name, folder.resolve(label + ".history"), clock)));
    }

    /** Kills a process if it runs and starts it again. */
    void replace(String name, Optional<FakeClock> clock) throws Exception {
        ProcessSignals.send("CONT", List.of(member(name).pid()));
        member(name).close();
        watch.ended(get(name).label());
        start(name, clock);
    }

    private Running get(String name) {
        return Optional.ofNullable(running.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no process " + name));
    }

    PeerMember member(String name) {
        return get(name).member();
    }

    /** Freezes or thaws a process. */
    void signal(String name, String signal) throws IOException {
        ProcessSignals.send(signal, List.of(member(name).pid()));
    }

    /** Waits for a leader that was announced after a time and is not the given process. */
    Optional<LeaderWatch.Tenure> next(long after, String except, Duration limit) throws Exception {
        return watch.await(after, except, limit);
    }

    /** Waits until there is a leader and all are idle, with a random part that avoids synchrony with renewals. */
    String settledLeader() throws Exception {
        awaitLeader();
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS + random.nextInt(JITTER_MILLIS));
        return awaitLeader();
    }

    private String awaitLeader() throws Exception {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() - deadline < 0) {
            Optional<LeaderWatch.Tenure> leader = watch.leader();
            if (leader.isPresent()) {
                return leader.get().process();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new IOException("no leader within " + START_LIMIT.toSeconds() + " s");
    }

    /** Measures what the processes cost while nobody asks them anything. */
    PeerCost cost(IdleMeter meter) throws Exception {
        running.values().forEach(each -> each.member().pauseReadings(true));
        try {
            return meter.measure(
                    running.values().stream().map(each -> each.member().pid()).toList());
        } finally {
            running.values().forEach(each -> each.member().pauseReadings(false));
        }
    }

    @Override
    public void close() {
        running.values().forEach(each -> {
            try {
                ProcessSignals.send("CONT", List.of(each.member().pid()));
            } catch (IOException ended) {
                // A process that has ended cannot be thawed.
            }
            each.member().close();
        });
    }
}
