package dev.baton.node.supervisor;

import dev.baton.node.channel.ChannelMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of the worker: taken while this node does not lead, and empty from before it takes writes until after it
 * has released its lock.
 */
final class WorkerSupervisor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** How long a worker may take to end its commands before it is killed, which ends them too. */
    private static final Duration OFF_GRACE = Duration.ofSeconds(3);

    private final String nodeId;
    private final Optional<List<String>> command;
    private final RestartBackoff backoff = new RestartBackoff();
    private final ScheduledExecutorService starter = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "node-agent-seat");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable ChildProcess child;
    private boolean allowed;
    private boolean leading;
    private long led;
    private boolean closed;

    WorkerSupervisor(String nodeId, Optional<List<String>> command) {
        this.nodeId = nodeId;
        this.command = command;
    }

    /** The worker goes, and is gone when this returns; none comes before {@link #reignEnded} and {@link #released}. */
    synchronized void off(long lockEpoch) {
        led = Math.max(led, lockEpoch);
        leading = true;
        allowed = false;
        dismiss();
    }

    /** This node takes no writes any more. */
    synchronized void reignEnded() {
        leading = false;
        seatSoon();
    }

    /** The lock of this reign, or of a later one, is gone. */
    synchronized void released(long lockEpoch) {
        if (lockEpoch >= led) {
            allowed = true;
            seatSoon();
        }
    }

    /** This node begins as a standby. */
    synchronized void standby() {
        if (led == 0) {
            allowed = true;
            seatSoon();
        }
    }

    private void seatSoon() {
        if (!closed) {
            starter.execute(this::seat);
        }
    }

    private synchronized void seat() {
        if (command.isEmpty() || closed || leading || !allowed || child != null) {
            return;
        }
        try {
            long since = System.nanoTime();
            ChildProcess started = ChildProcess.start(command.get());
            child = started;
            LOG.info("node={} worker_on pid={}", nodeId, started.pid());
            started.listen(message -> {}, () -> ended(started, Duration.ofNanos(System.nanoTime() - since)));
        } catch (IOException failed) {
            LOG.error("node={} {}", nodeId, failed.getMessage());
            starter.schedule(this::seat, backoff.after(Duration.ZERO).toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void ended(ChildProcess gone, Duration life) {
        if (child == gone) {
            child = null;
            if (!closed) {
                LOG.warn("node={} worker_died pid={}", nodeId, gone.pid());
                starter.schedule(this::seat, backoff.after(life).toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    private void dismiss() {
        ChildProcess worker = child;
        child = null;
        if (worker != null) {
            worker.say(ChannelMessage.of("off"));
            if (!worker.awaitEnd(OFF_GRACE)) {
                worker.kill();
                worker.awaitEnd(OFF_GRACE);
            }
            LOG.info("node={} worker_off pid={}", nodeId, worker.pid());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        starter.shutdownNow();
        dismiss();
    }
}
