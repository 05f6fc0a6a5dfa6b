package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.lab.TrialDirectory;
import java.util.ArrayList;
import java.util.List;

/**
 * From the start of the first member of a new group until it has a leader: 5, 10 and 50 members in one JVM, over real
 * sockets. Every start counts, including those with cold code.
 */
public final class QuorumStartBenchmark extends Benchmark {
    /** The numbers of members and the bounds of the protocol in milliseconds. */
    private static final int[][] SIZES = {{5, 1_000}, {10, 2_000}, {50, 5_000}};

    /** Options of the {@code baton} command. */
    private static final List<String> COMMAND =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto", "-Xlog:disable");

    private final int processes;
    private int deposed;

    /** Starts the given number of new JVMs of each kind. */
    public QuorumStartBenchmark(int processes) {
        super(
                "quorum-start",
                "from nothing to a leader: 5, 10 and 50 members, new disks, real sockets, against the bound of the protocol",
                "groups of each size",
                100);
        this.processes = processes;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open()) {
            List<String> options = withArchive(directory);
            measureSizes(options, count, report);
            measureFirstStart("as the command is started", options, report);
            measureFirstStart("with Java's own options", List.of(), report);
        }
        report.note("%d leaders were deposed by another member", deposed);
    }

    /** Creates an archive of the classes that a start needs, as the launcher does for the command. */
    private List<String> withArchive(TrialDirectory directory) throws Exception {
        String archive = directory.path("start.jsa").toString();
        try (LabProcess child = starter(with("-XX:ArchiveClassesAtExit=" + archive))) {
            start(child, 3);
        }
        return with("-XX:SharedArchiveFile=" + archive);
    }

    private static List<String> with(String option) {
        List<String> options = new ArrayList<>(COMMAND);
        options.add(option);
        return options;
    }

    private static LabProcess starter(List<String> options) throws Exception {
        LabProcess child = LabProcess.start(options, GroupStarter.class);
        child.await("ready");
        return child;
    }

    /** Starts all groups in one JVM. */
    private void measureSizes(List<String> options, int count, BenchmarkReport report) throws Exception {
        try (LabProcess child = starter(options)) {
            for (int[] size : SIZES) {
                SampleSet millis = new SampleSet();
                for (int round = 0; round < count; round++) {
                    millis.add(start(child, size[0]));
                }
                String what = size[0] + " members from nothing to a leader, p99, against the bound";
                report.percentiles(99, what, millis, SampleSet.of(size[1]), "ms");
            }
        }
    }

    private void measureFirstStart(String how, List<String> options, BenchmarkReport report) throws Exception {
        SampleSet millis = new SampleSet();
        for (int round = 0; round < processes; round++) {
            try (LabProcess child = starter(options)) {
                millis.add(start(child, SIZES[0][0]));
            }
        }
        String what = SIZES[0][0] + " members, the first start of a JVM " + how + ", p99";
        report.percentiles(99, what, millis, SampleSet.of(SIZES[0][1]), "ms");
    }

    private double start(LabProcess child, int members) throws Exception {
        child.send(Integer.toString(members));
        List<String> reply = child.await("took");
        deposed += Integer.parseInt(reply.get(1));
        return Double.parseDouble(reply.get(0));
    }
}
