package dev.baton.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Threads, heap and CPU of an idle process that leads many elections, in memory and on files; and the cost of fifty
 * connections beside that of one.
 */
final class IdleBenchmark extends Benchmark {
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx512m");
    private static final int CONNECTIONS = 50;
    private static final int MAX_THREADS = 8;
    private static final int MAX_HEAP_BYTES = 4096;
    private static final double MAX_CPU_PERCENT = 2;

    private final int settle;
    private final int slices;
    private final int sliceMillis;

    /**
     * Measures over several slices of time.
     *
     * @param settle the number of slices to wait first, until the JIT is done and pools have shrunk
     * @param sliceMillis the renew interval, so that each slice contains one renewal
     */
    IdleBenchmark(int settle, int slices, int sliceMillis) {
        super("idle", "threads, heap and CPU of many idle elections in one process", "elections", 10_000);
        this.settle = settle;
        this.slices = slices;
        this.sliceMillis = sliceMillis;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        new ManyConnections(settle * sliceMillis, slices, sliceMillis).run(Math.min(count, CONNECTIONS), report);
        try (LabProcess memory = LabProcess.start(FLAGS, IdleProcess.class, "memory:idle", Integer.toString(count))) {
            memory.await("ready");
            ProcessMeter meter = meter(memory).get(0);
            print(report, "memory", count, meter, memory);
            printCpu(report, "memory: CPU, mean, against the bound of 2 % of a core", meter, MAX_CPU_PERCENT);
        }
        try (TrialDirectory directory = TrialDirectory.open();
                LabProcess file =
                        LabProcess.start(FLAGS, IdleProcess.class, directory.url(), Integer.toString(count))) {
            file.await("ready");
            String bytes = Long.toString(recordLength(directory));
            try (LabProcess bare = LabProcess.start(
                    FLAGS,
                    BareFileRenewal.class,
                    directory.path("bare").toString(),
                    Integer.toString(count),
                    bytes,
                    Integer.toString(sliceMillis))) {
                bare.await("ready");
                List<ProcessMeter> meters = meter(file, bare);
                bare.send("stop");
                print(report, "file", count, meters.get(0), file);
                double limit = meters.get(1).meanCpu();
                printCpu(report, "file: CPU, mean, against a bare re-stamp loop", meters.get(0), limit);
            }
        }
    }

    private static void printCpu(BenchmarkReport report, String what, ProcessMeter meter, double limit) {
        report.bounded(what, meter.meanCpu(), limit, "%", meter.cpu());
    }

    private static void print(BenchmarkReport report, String where, int count, ProcessMeter meter, LabProcess process)
            throws Exception {
        process.send("stop");
        double heap = process.awaitNumber("heap");
        long leading = process.awaitNumber("leading");
        if (leading < count) {
            report.note("%s: at the end, only %d of %d elections still had this leader", where, leading, count);
        }
        SampleSet threads = meter.threads();
        String what = where + ": threads, max, against the bound of " + MAX_THREADS;
        report.bounded(what, threads.max(), MAX_THREADS, "1", threads);
        report.values(where + ": heap per election, against the bound of 4 KiB", heap, MAX_HEAP_BYTES, "B");
    }

    /** Measures all processes over the same time, so that noise affects them equally. */
    private List<ProcessMeter> meter(LabProcess... processes) throws Exception {
        TimeUnit.MILLISECONDS.sleep((long) settle * sliceMillis);
        List<ProcessMeter> meters = new ArrayList<>();
        for (LabProcess process : processes) {
            meters.add(new ProcessMeter(process));
        }
        for (int slice = 0; slice < slices; slice++) {
            TimeUnit.MILLISECONDS.sleep(sliceMillis);
            for (ProcessMeter meter : meters) {
                meter.read();
            }
        }
        return meters;
    }

    /** Returns the size of one of Baton's claim files, so that the bare loop writes as much. */
    private static long recordLength(TrialDirectory directory) throws IOException {
        try (var all = Files.walk(directory.path("store"))) {
            Path record = all.filter(path -> path.endsWith("election-0.lock"))
                    .findFirst()
                    .orElseThrow();
            return Files.size(record);
        }
    }
}
