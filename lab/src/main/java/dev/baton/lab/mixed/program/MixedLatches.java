package dev.baton.lab.mixed.program;

import dev.baton.lab.LineProtocol;
import dev.baton.support.thread.NamedThreads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.RetryForever;

/**
 * A program with Curator's {@code LeaderLatch} in each of several elections; {@link ProgramPlan} has its arguments. The
 * servers are {@code HOST:PORT#SESSION_MILLIS#ROOT}. The command {@code leave ELECTION} closes a latch. Another one
 * is started a moment later.
 */
public final class MixedLatches {
    private static final int RETRY_MILLIS = 100;
    private static final int RETURN_MILLIS = 2_000;

    private final ProgramPlan plan;
    private final CuratorFramework curator;
    private final String root;
    private final LeadReadings readings;
    private final AtomicLong tenures = new AtomicLong();
    private final ScheduledExecutorService returns = NamedThreads.scheduler("returns");

    private MixedLatches(ProgramPlan plan, CuratorFramework curator, String root, LeadReadings readings) {
        this.plan = plan;
        this.curator = curator;
        this.root = root;
        this.readings = readings;
    }

    public static void main(String[] args) throws Exception {
        ProgramPlan plan = ProgramPlan.parse(args);
        String[] servers = plan.servers().split("#", 3);
        int session = Integer.parseInt(servers[1]);
        try (ReadingsFile file = new ReadingsFile(plan.readings());
                LeadReadings readings = new LeadReadings(file::add)) {
            try (CuratorFramework curator =
                    CuratorFrameworkFactory.newClient(servers[0], session, session, new RetryForever(RETRY_MILLIS))) {
                curator.start();
                new MixedLatches(plan, curator, servers[2], readings).run();
            }
        }
        System.exit(0);
    }

    private void run() throws Exception {
        Map<String, LeaderLatch> latches = new ConcurrentHashMap<>();
        for (String election : plan.elections()) {
            latches.put(election, started(election));
        }
        new LineProtocol().runCommands(command -> {
            String election = command.split(" ", 2)[1];
            LeaderLatch latch = latches.remove(election);
            if (latch != null) {
                latch.close();
                returns.schedule(
                        () -> {
                            latches.put(election, started(election));
                            return true;
                        },
                        RETURN_MILLIS,
                        TimeUnit.MILLISECONDS);
            }
        });
        returns.shutdownNow();
        for (LeaderLatch latch : latches.values()) {
            latch.close();
        }
    }

    private LeaderLatch started(String election) throws Exception {
        LeaderLatch latch = new LeaderLatch(curator, root + "/" + election, plan.holder());
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                readings.add(election, plan.holder(), tenures.incrementAndGet(), latch::hasLeadership);
            }

            @Override
            public void notLeader() {}
        });
        latch.start();
        return latch;
    }
}
