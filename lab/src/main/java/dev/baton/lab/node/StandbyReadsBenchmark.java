package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.ConcurrentClients;
import dev.baton.lab.SampleSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Jobs read from a standby by {@code wrk} during submissions to the leader, alternating with submissions without readers.
 * The leader and the writers are bound to one processor, the standby and the readers to another, each with the database
 * server's processes for their sessions. They share only the store, as two machines would.
 */
public final class StandbyReadsBenchmark extends Benchmark {
    private static final int LEADER_CORE = 0;
    private static final int READER_CORE = 1;
    private static final String READER_ROLE = "reader";
    private static final int INITIAL_JOBS = 200;

    private final int seconds;
    private final int warmUp;

    /** Alternates after the given number of seconds; the first {@code warmUp} turns do not count. */
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
    public void run(int count, BenchmarkReport report) throws Exception {
        try (NodeSite site = NodeSite.open()) {
            // After the start of the server, so that its shared processes may run on any processor.
            CpuAffinity.pin(ProcessHandle.current().pid(), LEADER_CORE);
            String sqlite = site.sqlite();
            measure("file + SQLite", site, new Stores(site.lockFile(), sqlite, sqlite, () -> {}), count, report);
            site.addRole(READER_ROLE);
            String postgres = site.postgres("postgres");
            Stores stores = new Stores(postgres, postgres, site.postgres(READER_ROLE), () -> {
                site.pin("postgres", LEADER_CORE);
                site.pin(READER_ROLE, READER_CORE);
            });
            measure("PostgreSQL", site, stores, count, report);
        } finally {
            CpuAffinity.unpin(ProcessHandle.current().pid());
        }
    }

    /** Binds the database's processes before each turn. */
    private interface Binding {
        void apply() throws Exception;
    }

    /** The stores of the two nodes. */
    private record Stores(String on, String ofLeader, String ofStandby, Binding binding) {}

    private void measure(String what, NodeSite site, Stores stores, int count, BenchmarkReport report)
            throws Exception {
        SampleSet reads = new SampleSet();
        SampleSet writes = new SampleSet();
        SampleSet alone = new SampleSet();
        List<String> onReaderCore = CpuAffinity.prefix(READER_CORE);
        try (LabNode leader = site.node(CpuAffinity.prefix(LEADER_CORE), "a", stores.on(), stores.ofLeader());
                LabNode standby = site.node(onReaderCore, "b", stores.on(), stores.ofStandby());
                ConcurrentClients writers = new ConcurrentClients(HttpJobClients.CLIENTS)) {
            JobsHttpClient http = new JobsHttpClient(leader.url());
            leader.start();
            leader.awaitRole("LEADER");
            standby.start();
            standby.awaitRole("STANDBY");
            writers.run(INITIAL_JOBS, http::submit);
            String page = standby.url() + "/v1/jobs?limit=20";
            for (int i = -warmUp; i < count; i++) {
                stores.binding().apply();
                double without = writers.runFor(TimeUnit.SECONDS.toNanos(seconds), http::submit);
                WrkLoad load = WrkLoad.start(onReaderCore, page, seconds + 1);
                double with = writers.runFor(TimeUnit.SECONDS.toNanos(seconds), http::submit);
                double read = load.perSecond();
                if (i >= 0) {
                    alone.add(without);
                    writes.add(with);
                    reads.add(read);
                }
            }
        }
        String submissions = "submissions to the leader while a standby is read, " + what + ", p50, against none";
        report.medians(submissions, writes, alone, "op/s");
        String pages = "reads of 20 jobs from a standby, " + what + ", p50, against the leader's submissions";
        report.medians(pages, reads, writes, "op/s");
    }
}
