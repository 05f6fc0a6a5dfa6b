package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * From the start of the first member of a new group until somebody leads: 5, 10 and 50 members in one JVM, over real
 * sockets. Every start counts, that of a JVM in which all code is cold too.
 */
public final class QuorumStartBenchmark implements Benchmark {
    /** What the protocol asks for, in milliseconds: 5, 10 and 50 members. */
    private static final int[][] SIZES = {{5, 1_000}, {10, 2_000}, {50, 5_000}};

    /** Options of the {@code baton} command. */
    private static final List<String> COMMAND =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Xlog:disable");

    private static final int PROCESSES = 10;

    private final int processes;
    private int deposed;

    public QuorumStartBenchmark() {
        this(PROCESSES);
    }

    /**
     * The same with another number of fresh JVMs.
     *
     * @param processes of each kind
     */
    public QuorumStartBenchmark(int processes) {
        this.processes = processes;
    }

    @Override
    public String name() {
        return "quorum-start";
    }

    @Override
    public String about() {
        return "from nothing to a leader: 5, 10 and 50 members, new disks, real sockets, against the bound of the protocol";
    }

    @Override
    public String counts() {
        return "groups of each size";
    }

    @Override
    public int usualCount() {
        return 100;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (TrialDirectory scene = TrialDirectory.open()) {
            List<String> options = withArchive(scene);
            all(options, count, report);
            first("as the command is started", options, report);
            first("with Java's own options", List.of(), report);
        }
        report.note(deposed + " leaders were deposed by a rival");
    }

    /** An archive of the classes that a start needs, made as the launcher makes that of the command. */
    private List<String> withArchive(TrialDirectory scene) throws IOException, InterruptedException {
        String archive = scene.path("start.jsa").toString();
        try (LabProcess rehearsal = starter(with("-XX:ArchiveClassesAtExit=" + archive))) {
            start(rehearsal, 3);
        }
        return with("-XX:SharedArchiveFile=" + archive);
    }

    private static List<String> with(String option) {
        List<String> options = new ArrayList<>(COMMAND);
        options.add(option);
        return options;
    }

    private static LabProcess starter(List<String> options) throws IOException, InterruptedException {
        LabProcess child = LabProcess.start(options, GroupStarter.class);
        child.await("ready");
        return child;
    }

    /** One JVM for all sizes. */
    private void all(List<String> options, int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (LabProcess child = starter(options)) {
            for (int[] size : SIZES) {
                List<Double> took = new ArrayList<>();
                for (int round = 0; round < count; round++) {
                    took.add(start(child, size[0]));
                }
                report.add(BenchmarkFigure.ofPercentiles(
                        name(),
                        size[0] + " members from nothing to a leader, p99, against the bound",
                        99,
                        SampleSet.of(took),
                        SampleSet.of((double) size[1]),
                        "ms"));
            }
        }
    }

    private void first(String how, List<String> options, BenchmarkReport report)
            throws IOException, InterruptedException {
        List<Double> took = new ArrayList<>();
        for (int round = 0; round < processes; round++) {
            try (LabProcess child = starter(options)) {
                took.add(start(child, SIZES[0][0]));
            }
        }
        report.add(BenchmarkFigure.ofPercentiles(
                name(),
                SIZES[0][0] + " members, the first start of a JVM " + how + ", p99",
                99,
                SampleSet.of(took),
                SampleSet.of((double) SIZES[0][1]),
                "ms"));
    }

    private double start(LabProcess child, int members) throws IOException, InterruptedException {
        child.tell(Integer.toString(members));
        List<String> answer = child.await("took");
        deposed += Integer.parseInt(answer.get(1));
        return Double.parseDouble(answer.get(0));
    }
}
