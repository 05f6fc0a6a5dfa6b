package dev.baton.node.supervisor;

import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;

/**
 * Keeps a node that does not lead from leading and from running jobs, from a request to drain it until the request is
 * cancelled or the node is restarted. Requests take effect in their order, on a thread of their own, because the worker may
 * have to be stopped first.
 */
final class StandbyDrain {
    private final String nodeId;
    private final ControllerSupervisor controllers;
    private final WorkerSupervisor worker;
    private final ExecutorService requests = NamedThreads.single("node-standby-drain");

    StandbyDrain(String nodeId, ControllerSupervisor controllers, WorkerSupervisor worker) {
        this.nodeId = nodeId;
        this.controllers = controllers;
        this.worker = worker;
    }

    /** Begins a drain, or changes how long the jobs of the worker may take from now on. */
    void begin(Duration grace) {
        requests.execute(() -> {
            NodeSupervisor.LOG.info("node={} standby_draining grace_ms={}", nodeId, grace.toMillis());
            long number = worker.beginDrain();
            controllers.standbyDrained(true);
            NamedThreads.start("node-standby-drain-end", () -> worker.endDrain(number, grace));
        });
    }

    void cancel() {
        requests.execute(() -> {
            if (worker.isDrained()) {
                NodeSupervisor.LOG.info("node={} standby_drain_cancelled", nodeId);
                worker.undrain();
                controllers.standbyDrained(false);
            }
        });
    }
}
