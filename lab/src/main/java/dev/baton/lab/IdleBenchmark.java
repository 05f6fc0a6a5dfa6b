package dev.baton.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many elections led by one idle process: its threads, its heap and its CPU, in memory and on files. */
final class IdleBenchmark implements Benchmark {
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-Xmx512m");
    private static final int MOST_THREADS = 8;
    private static final int MOST_HEAP = 4096;
    private static final double MOST_CPU = 2;

    private final int settle;
    private final int slices;
    private final int sliceMillis;

    IdleBenchmark() {
        this(6, 6, 5000);
    }

    /**
     * Measures over some slices of time.
     *
     * @param settle how many slices to wait first, for compilers to finish and pools to shrink
     * @param sliceMillis one period of renewal, so that each slice holds one round of it
     */
    IdleBenchmark(int settle, int slices, int sliceMillis) {
        this.settle = settle;
        this.slices = slices;
        this.sliceMillis = sliceMillis;
    }

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String about() {
        return "threads, heap and CPU of many idle elections in one process";
    }

    @Override
    public String counts() {
        return "elections";
    }

    @Override
    public int usualCount() {
        return 10_000;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (LabProcess memory = LabProcess.start(FLAGS, IdleProcess.class, "memory:idle", Integer.toString(count))) {
            memory.await("ready");
            List<ProcessMeter> meters = meter(memory);
            print(report, "memory", count, meters.get(0), memory);
            report.add(new BenchmarkFigure(
                    name(),
                    "memory: CPU, mean, against the bound of 2 % of a core",
                    meters.get(0).meanCpu(),
                    MOST_CPU,
                    "%",
                    meters.get(0).cpu()));
        }
        try (TrialDirectory scene = TrialDirectory.open();
                LabProcess file = LabProcess.start(FLAGS, IdleProcess.class, scene.url(), Integer.toString(count))) {
            file.await("ready");
            String bytes = Long.toString(recordLength(scene));
            try (LabProcess bare = LabProcess.start(
                    FLAGS,
                    BareFileRenewal.class,
                    scene.path("bare").toString(),
                    Integer.toString(count),
                    bytes,
                    Integer.toString(sliceMillis))) {
                bare.await("ready");
                List<ProcessMeter> meters = meter(file, bare);
                bare.tell("enough");
                print(report, "file", count, meters.get(0), file);
                report.add(new BenchmarkFigure(
                        name(),
                        "file: CPU, mean, against a bare re-stamp loop",
                        meters.get(0).meanCpu(),
                        meters.get(1).meanCpu(),
                        "%",
                        meters.get(0).cpu()));
            }
        }
    }

    private void print(BenchmarkReport report, String where, int count, ProcessMeter meter, LabProcess idler)
            throws IOException, InterruptedException {
        idler.tell("enough");
        double heap = idler.awaitTime("heap");
        long leading = idler.awaitTime("leading");
        if (leading < count) {
            report.note(where + ": only " + leading + " of " + count + " were still led at the end");
        }
        report.add(new BenchmarkFigure(
                name(),
                where + ": threads, max, against the bound of " + MOST_THREADS,
                meter.threads().max(),
                MOST_THREADS,
                "1",
                meter.threads()));
        report.add(new BenchmarkFigure(
                name(),
                where + ": heap per election, against the bound of 4 KiB",
                heap,
                MOST_HEAP,
                "B",
                SampleSet.of(heap)));
    }

    /** Meters all of them over the same time, so that they see the same noise. */
    private List<ProcessMeter> meter(LabProcess... processes) throws IOException, InterruptedException {
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

    /** How long a claim of this project is, so that the bare loop writes as much. */
    private static long recordLength(TrialDirectory scene) throws IOException {
        try (var all = Files.walk(scene.path("store"))) {
            Path record = all.filter(path -> path.endsWith("election-0.lock"))
                    .findFirst()
                    .orElseThrow();
            return Files.size(record);
        }
    }
}
