package dev.baton.node.control;

import dev.baton.BatonException;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Removes old jobs, leases, events, terms and agents while this node leads, in small batches between other writes. */
public final class Retention implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Controller controller;
    private final Duration age;
    private final ScheduledExecutorService scheduler = NamedThreads.scheduler("node-retention");

    /** Creates it; {@link #start} starts it. */
    public Retention(Controller controller, Duration age) {
        if (age.isNegative() || age.isZero()) {
            throw new IllegalArgumentException("the retention must be positive, but is " + age.toMillis() + " ms");
        }
        this.controller = controller;
        this.age = age;
    }

    public void start() {
        schedule(INTERVAL);
    }

    private void schedule(Duration delay) {
        if (!scheduler.isShutdown()) {
            scheduler.schedule(
                    () -> schedule(removeBatch() ? PAUSE : INTERVAL), delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Removes a batch if this node leads. Returns whether there may be more. */
    public boolean removeBatch() {
        try {
            if (controller.roleReport().role() != NodeRole.LEADER) {
                return false;
            }
            WritePermit permit = controller.admit(Admission.LEADER_ONLY, Optional.empty());
            return controller
                    .write(permit, writer -> writer.removeOlderThan(age))
                    .value();
        } catch (WriteRefusal | BatonException failed) {
            Controller.LOG.debug("cannot remove old jobs; trying again at the next interval", failed);
        } catch (RuntimeException | Error defect) {
            Controller.LOG.error("removing old jobs failed unexpectedly", defect);
        }
        return false;
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
