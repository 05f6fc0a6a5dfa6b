package dev.baton.node.proof;

import dev.baton.node.proof.Cluster.Answer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at all nodes again and again: was a node leader while its worker ran? It was for certain only if it led, under
 * one epoch, both before and after the worker was seen.
 */
final class RoleSampler implements AutoCloseable {
    private final Cluster cluster;
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final Thread thread = new Thread(this::sample, "sampler");
    private volatile boolean stopped;
    private final AtomicInteger leaderSamples = new AtomicInteger();
    private final AtomicInteger workerSamples = new AtomicInteger();

    RoleSampler(Cluster cluster) {
        this.cluster = cluster;
        thread.setDaemon(true);
        thread.start();
    }

    private void sample() {
        while (!stopped) {
            for (NodeProcess node : cluster.nodes()) {
                Answer before = Cluster.send("GET", node.url() + "/role", "");
                boolean worker = node.child("agent").isPresent();
                Answer after = Cluster.send("GET", node.url() + "/role", "");
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
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static boolean leads(Answer answer) {
        return answer.text("role").equals("LEADER") || answer.text("role").equals("DRAINING");
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
        stopped = true;
        Clients.join(thread);
    }
}
