package dev.baton.node.supervisor;

import dev.baton.node.channel.ChannelMessage;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the worker running while this node does not lead. The worker is stopped before the node accepts writes, and starts
 * again after the node has released its lock.
 */
final class WorkerSupervisor implements AutoCloseable {

    /** The time in which a worker must end its commands before it is killed, which ends them too. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    /** The same for a worker that also gives its leases back. */
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(6);

    private final String nodeId;
    private final Optional<List<String>> command;
    private final RestartBackoff backoff = new RestartBackoff();
    private final ScheduledExecutorService starter = NamedThreads.scheduler("node-worker-starter");
    private @Nullable ChildProcess child;
    private boolean allowed;
    private boolean leading;
    private long lastEpoch;
    private boolean closed;
    private volatile boolean drained;
    private long drains;

    WorkerSupervisor(String nodeId, Optional<List<String>> command) {
        this.nodeId = nodeId;
        this.command = command;
    }

    /** Stops the worker and waits for its end. It starts again after {@link #tenureEnded} and {@link #lockReleased}. */
    synchronized void stop(long lockEpoch) {
        lastEpoch = Math.max(lastEpoch, lockEpoch);
        leading = true;
        allowed = false;
        // The leases of the worker are given back by the leader, which this node is about to be.
        stopChild("off", STOP_TIMEOUT);
    }

    /** Records that this node accepts no more writes. */
    synchronized void tenureEnded() {
        leading = false;
        scheduleStart();
    }

    /** Records that the lock with this epoch is released or lost. */
    synchronized void lockReleased(long lockEpoch) {
        if (lockEpoch >= lastEpoch) {
            allowed = true;
            scheduleStart();
        }
    }

    /** Allows the worker if this node has not led yet. */
    void allowIfNeverLed() {
        lockReleased(0);
    }

    /** Lets the jobs of the worker end. It starts again after {@link #undrain}. Returns a number for {@link #endDrain}. */
    synchronized long beginDrain() {
        drained = true;
        if (child != null) {
            child.send(ChannelMessage.of("finish"));
        }
        return ++drains;
    }

    /** Waits for the end of the worker and stops it if it takes longer, unless another drain has begun. */
    void endDrain(long number, Duration grace) {
        ChildProcess worker = current();
        if (worker == null) {
            return;
        }
        worker.awaitEnd(grace);
        synchronized (this) {
            if (number == drains && child == worker) {
                stopChild("leave", LEAVE_TIMEOUT);
            }
        }
    }

    private synchronized @Nullable ChildProcess current() {
        return child;
    }

    synchronized void undrain() {
        drained = false;
        drains++;
        scheduleStart();
    }

    boolean isDrained() {
        return drained;
    }

    private void scheduleStart() {
        if (!closed) {
            starter.execute(this::start);
        }
    }

    private synchronized void start() {
        if (command.isEmpty() || closed || drained || leading || !allowed || child != null) {
            return;
        }
        try {
            long started = System.nanoTime();
            ChildProcess worker = ChildProcess.start(command.get());
            child = worker;
            NodeSupervisor.LOG.info("node={} worker_on pid={}", nodeId, worker.pid());
            worker.listen(message -> {}, () -> ended(worker, Duration.ofNanos(System.nanoTime() - started)));
        } catch (IOException failed) {
            NodeSupervisor.LOG.error("node={} {}", nodeId, failed.getMessage());
            restart(Duration.ZERO);
        }
    }

    private synchronized void ended(ChildProcess worker, Duration lifetime) {
        if (child == worker) {
            child = null;
            if (drained) {
                NodeSupervisor.LOG.info("node={} worker_off pid={}", nodeId, worker.pid());
            } else if (!closed) {
                NodeSupervisor.LOG.warn("node={} worker_died pid={}", nodeId, worker.pid());
                restart(lifetime);
            }
        }
    }

    private void restart(Duration lifetime) {
        starter.schedule(this::start, backoff.after(lifetime).toMillis(), TimeUnit.MILLISECONDS);
    }

    private void stopChild(String verb, Duration timeout) {
        ChildProcess worker = child;
        child = null;
        if (worker != null) {
            worker.send(ChannelMessage.of(verb));
            worker.awaitEnd(timeout);
            if (worker.isAlive()) {
                worker.kill();
                worker.awaitEnd(STOP_TIMEOUT);
            }
            NodeSupervisor.LOG.info("node={} worker_off pid={}", nodeId, worker.pid());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        starter.shutdownNow();
        stopChild("leave", LEAVE_TIMEOUT);
    }
}
