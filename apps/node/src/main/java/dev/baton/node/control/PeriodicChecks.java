package dev.baton.node.control;

import dev.baton.BatonException;
import dev.baton.node.job.JobLease;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The background work of a controller: ends expired leases, checks that the database can be reached, reads the current
 * term, and notices the expiry of its own leadership.
 */
public final class PeriodicChecks implements AutoCloseable {
    private static final Duration LEASE_INTERVAL = Duration.ofMillis(100);
    private static final Duration LEASE_SYNC_INTERVAL = Duration.ofSeconds(2);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration TERM_INTERVAL = Duration.ofMillis(500);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

    private final Controller controller;
    private final Consumer<Boolean> databaseReachable;
    private final ScheduledExecutorService leaseChecks = NamedThreads.scheduler("node-lease-checks");
    private final ScheduledExecutorService termChecks = NamedThreads.scheduler("node-term-checks");
    private long leasesReadAt;
    private Optional<Boolean> reachable = Optional.empty();

    /**
     * Creates the checks; {@link #started} starts them.
     *
     * @param databaseReachable called with whether the database can be reached, first and on every change
     */
    public PeriodicChecks(Controller controller, Consumer<Boolean> databaseReachable) {
        this.controller = controller;
        this.databaseReachable = databaseReachable;
        this.leasesReadAt = controller.clock().nanos();
    }

    /** Starts the checks and returns this. */
    public PeriodicChecks started() {
        controller.onRoleChange(() -> {
            // A new leader has just written its term.
            if (!termChecks.isShutdown() && controller.roleReport().role() == NodeRole.STANDBY) {
                termChecks.execute(guarded(this::readTerm));
            }
        });
        long millis = LEASE_INTERVAL.toMillis();
        leaseChecks.scheduleWithFixedDelay(guarded(this::expireLeases), millis, millis, TimeUnit.MILLISECONDS);
        termChecks.scheduleWithFixedDelay(guarded(this::readTerm), 0, TERM_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    private void readTerm() {
        Optional<Boolean> before = reachable;
        try {
            controller.refreshTerm();
            reachable = Optional.of(true);
        } catch (BatonException failed) {
            reachable = Optional.of(false);
            if (before.orElse(true)) {
                Controller.LOG.warn(
                        "node={} cannot read the job database: {}; retrying, not leading until it can be read",
                        controller.nodeId(),
                        failed.getMessage());
            }
        }
        if (!reachable.equals(before)) {
            reachable.ifPresent(databaseReachable);
        }
    }

    private void expireLeases() {
        controller.checkExpiry();
        if (controller.roleReport().role() == NodeRole.STANDBY) {
            return;
        }
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, Optional.empty());
        JobLeaseTimers timers = controller.leaseTimers();
        long now = controller.clock().nanos();
        if (now - leasesReadAt > LEASE_SYNC_INTERVAL.toNanos()) {
            leasesReadAt = now;
            // Finds leases whose commit was not confirmed to this process.
            timers.synchronizeWith(controller.database().currentLeases(), now);
        }
        for (String lease : timers.expired(now)) {
            timers.postpone(lease, now, RETRY_DELAY);
            controller.write(permit, writer -> writer.expire(lease)).value().ifPresent(controller::notifyIfQueued);
            timers.remove(lease);
        }
    }

    /** Returns whether all leases of this term have ended. */
    public boolean isDrained(long leaderEpoch) {
        return controller.database().currentLeases().stream()
                .map(JobLease::grantedEpoch)
                .noneMatch(granted -> granted == leaderEpoch);
    }

    private static Runnable guarded(Runnable check) {
        return () -> {
            try {
                check.run();
            } catch (WriteRefusal | BatonException failed) {
                Controller.LOG.debug("periodic check failed; it runs again at the next interval", failed);
            } catch (RuntimeException | Error defect) {
                Controller.LOG.error("periodic check failed unexpectedly; it runs again at the next interval", defect);
            }
        };
    }

    /** Starts no more checks and waits for running ones, so that the database can be closed. */
    @Override
    public void close() {
        leaseChecks.shutdown();
        termChecks.shutdown();
        try {
            if (!leaseChecks.awaitTermination(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    || !termChecks.awaitTermination(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                Controller.LOG.debug("a periodic check still runs after the timeout");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
