package dev.baton.lab.quorum;

import dev.baton.lab.Benchmark;
import dev.baton.lab.Figure;
import dev.baton.lab.Report;
import dev.baton.lab.Samples;
import dev.baton.lab.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** From the start of the first member of a new group until somebody leads: 5, 10 and 50 members in one JVM, over real sockets. */
public final class QuorumStart implements Benchmark {
    /** What the protocol asks for, in milliseconds: 5, 10 and 50 members. */
    private static final int[][] SIZES = {{5, 1_000}, {10, 2_000}, {50, 5_000}};

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
    public void run(int count, Report report) throws IOException, InterruptedException {
        for (int[] size : SIZES) {
            Samples bound = Samples.of((double) size[1]);
            report.add(Figure.ofMedians(
                    name(),
                    size[0] + " members, the first start, code and disk cold, against the bound",
                    Samples.of(start(size[0])),
                    bound,
                    "ms"));
            List<Double> took = new ArrayList<>();
            for (int round = 0; round < count; round++) {
                took.add(start(size[0]));
            }
            Samples all = Samples.of(took);
            report.add(Figure.ofPercentiles(
                    name(),
                    size[0] + " members from nothing to a leader, p99, against the bound",
                    99,
                    all,
                    bound,
                    "ms"));
        }
    }

    private static double start(int members) throws IOException, InterruptedException {
        try (Scene scene = Scene.open();
                QuorumNodes nodes = new QuorumNodes(QuorumScene.of(members, scene), "")) {
            return nodes.awaitLeader();
        }
    }
}
