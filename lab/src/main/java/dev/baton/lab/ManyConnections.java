package dev.baton.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The cost of many idle connections of one process to one store, each with one candidate, beside that of a single one. A
 * leading process and a standby process are measured for both, all over the same time.
 */
final class ManyConnections {
    private static final List<String> FLAGS = Stream.concat(
                    Stream.of("-XX:+UseSerialGC", "-Xmx512m"), LabProcess.QUIET.stream())
            .toList();

    private final int settleMillis;
    private final int slices;
    private final int sliceMillis;

    ManyConnections(int settleMillis, int slices, int sliceMillis) {
        this.settleMillis = settleMillis;
        this.slices = slices;
        this.sliceMillis = sliceMillis;
    }

    /** The two processes on one store. */
    private record Pair(LabProcess leader, LabProcess standby) implements AutoCloseable {
        static Pair start(String url, int count) throws Exception {
            LabProcess leader = process(url, count, "leader");
            return new Pair(leader, process(url, count, "standby"));
        }

        private static LabProcess process(String url, int count, String role) throws Exception {
            LabProcess process =
                    LabProcess.start(FLAGS, ManyConnectionsProcess.class, url, Integer.toString(count), role);
            process.await("ready");
            return process;
        }

        @Override
        public void close() {
            leader.close();
            standby.close();
        }
    }

    void run(int count, BenchmarkReport report) throws Exception {
        try (IdleStore sqlite = IdleStore.onDisk("lease:sqlite", "lease:sqlite:")) {
            measure(sqlite, count, report);
        }
        try (IdleStore postgres = IdleStore.onPostgres("postgres", "")) {
            measure(postgres, count, report);
        }
        try (IdleStore file = IdleStore.onDisk("file", "file:")) {
            measure(file, count, report);
        }
    }

    private void measure(IdleStore store, int count, BenchmarkReport report) throws Exception {
        try (Pair one = Pair.start(store.url(IdleStore.ONE), 1);
                Pair many = Pair.start(store.url(IdleStore.MANY), count)) {
            TimeUnit.MILLISECONDS.sleep(settleMillis);
            List<ProcessMeter> meters = new ArrayList<>();
            for (LabProcess process : List.of(many.leader, one.leader, many.standby, one.standby)) {
                meters.add(new ProcessMeter(process));
            }
            for (int slice = 0; slice < slices; slice++) {
                TimeUnit.MILLISECONDS.sleep(sliceMillis);
                for (ProcessMeter meter : meters) {
                    meter.read();
                }
            }
            print(report, store.kind() + ": " + count + " leaders", meters.get(0), meters.get(1));
            print(report, store.kind() + ": " + count + " standbys", meters.get(2), meters.get(3));
            report.values(
                    store.kind() + ": connections of both processes, against 1 candidate",
                    (double) store.connections().of(IdleStore.MANY, many.leader, many.standby),
                    (double) store.connections().of(IdleStore.ONE, one.leader, one.standby),
                    "1");
        }
    }

    private static void print(BenchmarkReport report, String who, ProcessMeter many, ProcessMeter one) {
        report.bounded(
                who + ": threads, max, against 1",
                many.threads().max(),
                one.threads().max(),
                "1",
                many.threads());
        report.bounded(who + ": CPU, mean, against 1", many.meanCpu(), one.meanCpu(), "%", many.cpu());
    }
}
