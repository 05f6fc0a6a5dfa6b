package dev.baton.lab.zookeeper;

import dev.baton.lab.LabProcess;
import java.util.concurrent.TimeUnit;

/** Two processes with a {@code LeaderLatch}, the first of which leads. */
final class LatchHandOver implements AutoCloseable {
    private static final long SETTLE_MILLIS = 300;

    private final String servers;
    private LabProcess leader;
    private LabProcess standby;

    LatchHandOver(String servers) throws Exception {
        this.servers = servers;
        this.leader = next();
        leader.await("acquired");
        this.standby = next();
        settle();
    }

    private LabProcess next() throws Exception {
        return LabProcess.start(LabProcess.QUIET, LatchProcess.class, servers, "/native/lab", "candidate");
    }

    private void settle() throws Exception {
        standby.await("waiting");
        TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
    }

    /** Closes the leader's latch, and returns the milliseconds until the next one leads. */
    double millis() throws Exception {
        leader.send("yield");
        long acquired = standby.awaitNumber("acquired");
        double taken = (acquired - leader.awaitNumber("from")) / 1e6;
        leader.close();
        leader = standby;
        standby = next();
        settle();
        return taken;
    }

    @Override
    public void close() {
        leader.close();
        standby.close();
    }
}
