package dev.baton.lab.nemesis.candidate;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Leadership;
import dev.baton.lab.LineProtocol;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.lab.nemesis.store.TrialPlan;
import dev.baton.reconcile.ReconcileSettings;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.shards.ShardSettings;
import dev.baton.reconcile.shards.Shards;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A replica of a service: a program with a reconciler of {@link ReconciledFolder} and 64 shards; {@link CandidatePlan} has its
 * arguments. The owner of a shard writes each of the shard's keys to the HTTP service. The program ends in an orderly way when
 * its input ends, and with an error if it may not take part.
 */
public final class NemesisReplica {
    private static final Duration REACQUIRE_DELAY = Duration.ofMillis(100);
    private static final int KEYS = 256;
    private static final long PAUSE_MILLIS = 400;
    private static final int REFUSED = 3;

    private final CandidatePlan plan;
    private final HistoryLog log;
    private final ValidityReadings readings;
    private final LeaderWriting writing;

    private NemesisReplica(CandidatePlan plan, HistoryLog log, ValidityReadings readings) {
        this.plan = plan;
        this.log = log;
        this.readings = readings;
        this.writing = new LeaderWriting(log);
    }

    public static void main(String[] args) throws Exception {
        CandidatePlan plan = CandidatePlan.parse(args);
        try (HistoryLog log = new HistoryLog(plan.history());
                ValidityReadings readings = new ValidityReadings(log)) {
            try (Baton baton = NemesisCandidate.connect(plan.url());
                    ReconciledFolder folder = new ReconciledFolder(plan.files())) {
                new NemesisReplica(plan, log, readings).run(baton, folder);
            }
            log.add(new HistoryEvent.Closed(System.nanoTime()));
        }
        // Threads of a driver must not keep the process.
        System.exit(0);
    }

    private void run(Baton baton, ReconciledFolder folder) throws Exception {
        Candidate candidate = baton.election(TrialPlan.RECONCILER).candidate(settings());
        candidate.onAcquired(readings::add);
        candidate.listen(event -> {
            record(TrialPlan.RECONCILER, event);
            return CompletableFuture.completedFuture(true);
        });
        ReconcileSettings often = ReconcileSettings.defaults()
                .withSweeps(Duration.ofSeconds(1), Duration.ofSeconds(2))
                .withRetries(Duration.ofMillis(100), Duration.ofSeconds(2))
                .withStepDownAfter(Duration.ofSeconds(20));
        try (Reconciler<String, String> reconciler =
                        Reconciler.gatedBy(candidate, folder.records(), folder.driver(), often);
                Shards shards = Shards.of(
                        baton,
                        TrialPlan.JOB,
                        TrialPlan.SHARDS,
                        ShardSettings.defaults().withReplica(settings()))) {
            reconciler.start();
            shards.refused().thenAccept(NemesisReplica::refuse);
            shards.listen((shard, event) -> record(TrialPlan.JOB + ":" + shard, event));
            shards.whileOwning((shard, leadership) -> write(shards, shard, leadership));
            shards.start();
            new LineProtocol().runCommands(command -> {});
        }
    }

    private static void refuse(String reason) {
        System.err.println("refused: " + reason);
        Runtime.getRuntime().halt(REFUSED);
    }

    private CandidateSettings settings() {
        CandidateSettingsBuilder settings =
                CandidateSettings.builder().instanceId(plan.process()).reacquireDelay(REACQUIRE_DELAY);
        plan.validity().ifPresent(settings::validity);
        return settings.build();
    }

    private void write(Shards shards, int shard, Leadership leadership) throws InterruptedException {
        readings.add(leadership);
        List<LeaderResource> keys = IntStream.range(0, KEYS)
                .mapToObj(number -> "key-" + number)
                .filter(key -> shards.shardOf(key) == shard)
                .<LeaderResource>map(key -> new LeaderRequests(plan.sink(), key))
                .toList();
        int next = 0;
        while (readings.read(leadership)) {
            if (!keys.isEmpty()) {
                writing.write(keys.get(next++ % keys.size()), leadership);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private void record(String election, CandidateEvent event) {
        HistoryEvents.of(election, 0, event).ifPresent(log::add);
    }
}
