package dev.baton.lab.node;

import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * Jobs read from a standby by {@code wrk}, and submissions to the leader meanwhile, beside submissions while nobody
 * reads, in turns. The leader and the writers have one processor and the standby and the readers another, each with
 * the server's processes that work for them, as if they were machines of their own: what they share is the store.
 */
public final class StandbyReadsBenchmark extends NodeBenchmarkBase {
    private static final int LEADERS_CORE = 0;
    private static final int READERS_CORE = 1;
    private static final String READER = "reader";
    private static final int KEPT_JOBS = 200;

    private final int seconds;
    private final int warmUp;

    public StandbyReadsBenchmark() {
        this(2, 3);
    }

    /** With turns of so many seconds, of which the first do not count. */
    public StandbyReadsBenchmark(int seconds, int warmUp) {
        super(
                "node-reads",
                "reads on a standby with wrk, and what they cost the leader's writes",
                "turns of " + seconds + " seconds",
                15);
        this.seconds = seconds;
        this.warmUp = warmUp;
    }

    @Override
    void measure(Site site, int count, BenchmarkReport report) throws IOException, InterruptedException {
        // Only now: what the server does for everybody runs wherever there is room.
        CpuAffinity.pin(ProcessHandle.current().pid(), LEADERS_CORE);
        try {
            String store = site.sqlite();
            measure("file + SQLite", new Pair(site.lockFile(), store, store, () -> {}), site.folder(), count, report);
            ServerProcesses processes = new ServerProcesses(site.server().getPostgresDatabase());
            processes.addRole(READER);
            String leaders = site.postgres();
            Pair pair = new Pair(leaders, leaders, "postgres://" + READER + "@" + site.address(), () -> {
                processes.pin("postgres", LEADERS_CORE);
                processes.pin(READER, READERS_CORE);
            });
            measure("PostgreSQL", pair, site.folder(), count, report);
        } finally {
            CpuAffinity.free(ProcessHandle.current().pid());
        }
    }

    /** Before each turn. */
    private interface Before {
        void turn() throws IOException, InterruptedException;
    }

    /** Where two nodes keep their lock and their jobs. */
    private record Pair(String on, String leadersStore, String standbysStore, Before before) {}

    private void measure(String what, Pair pair, Path directory, int count, BenchmarkReport report)
            throws IOException, InterruptedException {
        List<Double> reads = new ArrayList<>();
        List<Double> writes = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        try (LabNode leader = new LabNode("a", pair.on(), pair.leadersStore(), directory);
                LabNode standby = new LabNode("b", pair.on(), pair.standbysStore(), directory);
                WriteLoad writer = new WriteLoad(leader.url())) {
            leader.start(CpuAffinity.to(LEADERS_CORE));
            leader.awaitRole("LEADER");
            standby.start(CpuAffinity.to(READERS_CORE));
            standby.awaitRole("STANDBY");
            writer.submit(KEPT_JOBS);
            WrkLoad wrk = new WrkLoad(CpuAffinity.to(READERS_CORE), standby.url() + "/v1/jobs?limit=20");
            for (int i = -warmUp; i < count; i++) {
                pair.before().turn();
                double without = writer.perSecond(seconds);
                WrkLoad.Run run = wrk.start(seconds + 1);
                double with = writer.perSecond(seconds);
                double read = run.perSecond();
                if (i >= 0) {
                    alone.add(without);
                    writes.add(with);
                    reads.add(read);
                }
            }
        } catch (ExecutionException failed) {
            throw new IOException(failed);
        }
        report.add(BenchmarkFigure.ofMedians(
                name(),
                "submissions to the leader while a standby is read, " + what + ", p50, against none",
                SampleSet.of(writes),
                SampleSet.of(alone),
                "op/s"));
        report.add(BenchmarkFigure.ofMedians(
                name(),
                "reads of 20 jobs from a standby, " + what + ", p50, against the leader's submissions",
                SampleSet.of(reads),
                SampleSet.of(writes),
                "op/s"));
    }
}
