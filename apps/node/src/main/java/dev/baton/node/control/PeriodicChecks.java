package dev.baton.node.control;

import dev.baton.BatonException;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The background work of a controller: ends expired leases, records contacts of agents, marks vanished ones, checks that the
 * database can be used, reads the current term, and notices the expiry of its own leadership.
 */
public final class PeriodicChecks implements AutoCloseable {
    private static final Duration LEASE_INTERVAL = Duration.ofMillis(100);
    private static final Duration LEASE_SYNC_INTERVAL = Duration.ofSeconds(2);

    /** A longer time without a successful check is one in which agents could not renew their leases. */
    private static final Duration SHORTEST_OUTAGE = Duration.ofSeconds(1);

    /** One write for all agents that were in contact meanwhile. */
    private static final Duration CONTACT_INTERVAL = Duration.ofSeconds(1);

    private static final Duration AGENT_INTERVAL = Duration.ofSeconds(10);

    /** Twice the longest wait for work. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration TERM_INTERVAL = Duration.ofMillis(500);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(2);

    private final Controller controller;
    private final Consumer<Boolean> databaseReachable;
    private final ScheduledExecutorService leaseChecks = NamedThreads.scheduler("node-lease-checks");
    private final ScheduledExecutorService termChecks = NamedThreads.scheduler("node-term-checks");
    private long leasesReadAt;
    private long lastSuccessAt;
    private long contactsWrittenAt;
    private long agentsCheckedAt;
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
        this.contactsWrittenAt = leasesReadAt;
        this.agentsCheckedAt = leasesReadAt;
        this.lastSuccessAt = leasesReadAt;
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
            controller.checkWrites();
            reachable = Optional.of(true);
        } catch (BatonException failed) {
            reachable = Optional.of(false);
            if (before.orElse(true)) {
                Controller.LOG.warn(
                        "node={} cannot use the job database: {}; retrying, not leading until it can be used",
                        controller.nodeId(),
                        failed.getMessage());
            }
        }
        reachable.ifPresent(controller::databaseReachable);
        if (!reachable.equals(before)) {
            reachable.ifPresent(databaseReachable);
        }
    }

    private void expireLeases() {
        controller.checkExpiry();
        if (controller.roleReport().role() == NodeRole.STANDBY) {
            lastSuccessAt = controller.clock().nanos();
            return;
        }
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, Optional.empty());
        JobLeaseTimers timers = controller.leaseTimers();
        controller.retryFailedWrite();
        long now = controller.clock().nanos();
        Duration outage = Duration.ofNanos(now - lastSuccessAt);
        lastSuccessAt = now;
        if (outage.compareTo(SHORTEST_OUTAGE) > 0) {
            timers.extendAll(outage);
        }
        if (now - leasesReadAt > LEASE_SYNC_INTERVAL.toNanos()) {
            leasesReadAt = now;
            // Finds leases whose commit was not confirmed to this process.
            timers.synchronizeWith(controller.database().currentLeases(), now);
        }
        timers.expired(now).forEach(lease -> expire(lease, permit, now));
        if (now - contactsWrittenAt > CONTACT_INTERVAL.toNanos()) {
            contactsWrittenAt = now;
            recordContacts(permit);
        }
        if (now - agentsCheckedAt > AGENT_INTERVAL.toNanos()) {
            agentsCheckedAt = now;
            markVanishedAgents(permit);
        }
    }

    private void expire(String lease, WritePermit permit, long now) {
        JobLeaseTimers timers = controller.leaseTimers();
        try {
            controller
                    .write(permit, writer -> writer.expire(lease, () -> timers.isExpired(lease, now)))
                    .value()
                    .ifPresent(controller.jobSignals()::changed);
        } catch (RuntimeException failed) {
            timers.postpone(lease, now, RETRY_DELAY);
            throw failed;
        }
        timers.removeExpired(lease, now);
    }

    private void recordContacts(WritePermit permit) {
        List<String> agents = controller.contacts().takePending();
        if (!agents.isEmpty()) {
            // An agent that was deleted while its request was recorded: its next request makes it active.
            controller.write(permit, writer -> writer.touch(agents)).value().forEach(controller.contacts()::forget);
        }
    }

    /** Agents that could not reach a leader before this one get the same time to come back. */
    private void markVanishedAgents(WritePermit permit) {
        if (controller.sinceOpened().compareTo(LONGEST_SILENCE) > 0) {
            controller
                    .write(permit, writer -> writer.markVanished(LONGEST_SILENCE))
                    .value()
                    .forEach(agent -> {
                        controller.contacts().forget(agent);
                        Controller.LOG.warn("node={} agent={} vanished", controller.nodeId(), agent);
                    });
        }
    }

    /** Returns whether all leases have ended, those of earlier terms too: this leader still takes their results. */
    public boolean isDrained() {
        return controller.database().currentLeases().isEmpty();
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
