package dev.baton.node.control;

import dev.baton.BatonException;
import dev.baton.node.control.Controller.Admission;
import dev.baton.node.control.Controller.Pen;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a controller does on its own, many times a second: ends leases that ran out, looks whether the ledger can be
 * reached and who leads there, and notices that its mandate is over.
 */
public final class PeriodicChecks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration PULSE = Duration.ofMillis(100);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration LAST_ROUND = Duration.ofSeconds(2);
    private static final Duration ADOPT_EVERY = Duration.ofSeconds(2);

    private final Controller controller;
    private final Consumer<Boolean> ledgerReached;
    private final ScheduledExecutorService pulse = Executors.newSingleThreadScheduledExecutor(daemon("node-pulse"));
    private final ScheduledExecutorService look = Executors.newSingleThreadScheduledExecutor(daemon("node-look"));
    private long adopted;

    /** Rounds that tell, again and again, whether the ledger was reached. */
    public PeriodicChecks(Controller controller, Consumer<Boolean> ledgerReached) {
        this.controller = controller;
        this.ledgerReached = ledgerReached;
        this.adopted = controller.clock().nanos();
    }

    public PeriodicChecks started() {
        controller.onChange(() -> {
            // A leader has just written its term.
            if (!look.isShutdown() && controller.standing().role() == NodeRole.STANDBY) {
                look.execute(guarded(this::lookAround));
            }
        });
        pulse.scheduleWithFixedDelay(
                guarded(this::endLeases), PULSE.toMillis(), PULSE.toMillis(), TimeUnit.MILLISECONDS);
        look.scheduleWithFixedDelay(guarded(this::lookAround), 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    private void lookAround() {
        try {
            controller.refreshTerm();
            ledgerReached.accept(true);
        } catch (BatonException outOfReach) {
            LOG.debug("the ledger is out of reach", outOfReach);
            ledgerReached.accept(false);
        }
    }

    private void endLeases() {
        controller.noticeExpiry();
        Pen pen;
        try {
            pen = controller.admit(Admission.DRAINING_TOO, Optional.empty());
        } catch (WriteRefusal.NotLeader standby) {
            return;
        }
        long now = controller.clock().nanos();
        if (now - adopted > ADOPT_EVERY.toNanos()) {
            adopted = now;
            // A lease whose commit was never confirmed to us is found here.
            controller.leases().adopt(controller.ledger().liveLeases(), now);
        }
        for (String lease : controller.leases().due(now)) {
            controller.leases().postpone(lease, now, RETRY);
            Optional<Job> job =
                    controller.write(pen, writer -> writer.lapse(lease)).value();
            controller.leases().forget(lease);
            job.filter(moved -> moved.state() == JobState.QUEUED).ifPresent(controller::queued);
        }
    }

    /** Whether no lease of this term is left. */
    public boolean isDrained(long leaderEpoch) {
        return controller.ledger().liveLeases().stream()
                .map(JobLease::grantedEpoch)
                .noneMatch(granted -> granted == leaderEpoch);
    }

    private static Runnable guarded(Runnable round) {
        return () -> {
            try {
                round.run();
            } catch (WriteRefusal | BatonException failed) {
                LOG.debug("a round was cut short", failed);
            } catch (RuntimeException | Error defect) {
                LOG.error("a round failed, and goes on", defect);
            }
        };
    }

    private static java.util.concurrent.ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Starts no further round, and waits for those under way: the ledger may be closed after this. */
    @Override
    public void close() {
        pulse.shutdown();
        look.shutdown();
        try {
            if (!pulse.awaitTermination(LAST_ROUND.toMillis(), TimeUnit.MILLISECONDS)
                    || !look.awaitTermination(LAST_ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("a round goes on behind a closed ledger");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
