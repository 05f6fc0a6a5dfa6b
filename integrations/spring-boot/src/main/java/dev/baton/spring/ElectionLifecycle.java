package dev.baton.spring;

import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the candidates when the application is ready, and stops them before everything else.
 *
 * <p>The stop is synchronous. On a thread of its own, the limit of a shutdown phase would let the later phases continue,
 * and the {@code DataSource} would close while the leader still works with it. The candidates therefore have a limit of
 * their own.
 */
final class ElectionLifecycle implements SmartLifecycle, ApplicationListener<ApplicationReadyEvent> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** A candidate that does not stop in time forces its release. */
    private static final Duration FORCED_RELEASE = Duration.ofSeconds(3);

    private final BatonElections elections;
    private final Duration stopTimeout;
    private volatile boolean running;
    private volatile boolean ready;

    ElectionLifecycle(BatonElections elections, Duration stopTimeout) {
        this.elections = elections;
        this.stopTimeout = stopTimeout;
    }

    /** Comes before the runners of the application: the candidates wait for {@link ApplicationReadyEvent}. */
    @Override
    public void start() {
        running = true;
        if (ready) {
            // The context was stopped and started again, and does not publish the event a second time.
            elections.start();
        }
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        ready = true;
        if (running) {
            elections.start();
        }
    }

    @Override
    public void stop() {
        running = false;
        long deadline = System.nanoTime() + stopTimeout.plus(FORCED_RELEASE).toNanos();
        List<Thread> stops = elections.ending().stream().map(this::stop).toList();
        for (Thread stop : stops) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(stop, Math.max(1, deadline - System.nanoTime()));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Starts to stop one candidate. All stop at once, so that the limit holds for any number of them. */
    private Thread stop(Candidate candidate) {
        return NamedThreads.start("baton-stop-" + candidate.election(), () -> {
            try {
                candidate.stop(stopTimeout);
            } catch (BatonException late) {
                LOG.error("stopping the candidate failed; the shutdown of the application continues", late);
            }
        });
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** The phase that stops first. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
