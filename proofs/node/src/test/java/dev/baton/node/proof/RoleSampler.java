package dev.baton.node.proof;

import dev.baton.node.proof.Cluster.Response;
import dev.baton.support.thread.NamedThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Checks periodically whether a node is leader while its worker runs. That is certain only if the node led under the same
 * epoch before and after its worker was seen.
 */
final class RoleSampler implements AutoCloseable {
    private final Cluster cluster;
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final ScheduledExecutorService sampler = NamedThreads.scheduler("role-sampler");
    private final AtomicInteger leaderSamples = new AtomicInteger();
    private final AtomicInteger workerSamples = new AtomicInteger();

    RoleSampler(Cluster cluster) {
        this.cluster = cluster;
        sampler.scheduleWithFixedDelay(this::sample, 0, 10, TimeUnit.MILLISECONDS);
    }

    private void sample() {
        for (NodeProcess node : cluster.nodes()) {
            Response before = Cluster.send("GET", node.url() + "/role", "");
            boolean worker = node.child("agent").isPresent();
            Response after = Cluster.send("GET", node.url() + "/role", "");
            boolean led = leads(before) && leads(after) && before.epoch() == after.epoch();
            if (led) {
                leaderSamples.incrementAndGet();
            }
            if (worker) {
                workerSamples.incrementAndGet();
            }
            if (led && worker) {
                violations.add(node.id() + " was leader and worker under epoch " + before.epoch());
            }
        }
    }

    private static boolean leads(Response response) {
        return response.text("role").equals("LEADER") || response.text("role").equals("DRAINING");
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int leaderSamples() {
        return leaderSamples.get();
    }

    int workerSamples() {
        return workerSamples.get();
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
