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
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.PriorityOrdered;

/**
 * Starts the candidates when the application is ready, and stops them before everything else.
 *
 * <p>The last phase alone does not make them first: other beans are in it too, because it is the default. They stop when the
 * context begins to close, which is before the first phase. The phase is for a context that stops without being closed.
 *
 * <p>The stop is synchronous. On a thread of its own, the limit of a shutdown phase would let the later phases continue,
 * and the {@code DataSource} would close while the leader still works with it. The candidates therefore have a limit of
 * their own.
 */
final class ElectionLifecycle
        implements SmartLifecycle, ApplicationListener<ApplicationReadyEvent>, ApplicationContextAware {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** A candidate that does not stop in time forces its release. */
    private static final Duration FORCED_RELEASE = Duration.ofSeconds(3);

    private static final long POLL_MILLIS = 10;

    private final BatonElections elections;
    private final Duration stopTimeout;
    private volatile boolean running;
    private volatile boolean ready;

    ElectionLifecycle(BatonElections elections, Duration stopTimeout) {
        this.elections = elections;
        this.stopTimeout = stopTimeout;
    }

    @Override
    public void setApplicationContext(ApplicationContext context) {
        if (context instanceof ConfigurableApplicationContext own) {
            own.addApplicationListener(new StopOnClose(own));
        }
    }

    /** Comes before the runners of the application: the candidates wait for {@link ApplicationReadyEvent}. */
    @Override
    public void start() {
        running = true;
        if (ready) {
            // The context was stopped and started again, and does not publish the event a second time.
            elections.start(this::isRunning);
        }
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        ready = true;
        // Another thread may close the application at the same time.
        elections.start(this::isRunning);
    }

    @Override
    public void stop() {
        running = false;
        long deadline = System.nanoTime() + stopTimeout.plus(FORCED_RELEASE).toNanos();
        List<Stop> stops = elections.ending().stream().map(this::stop).toList();
        // An interrupted thread waits too: otherwise the rest would close while the leader still works with it.
        boolean interrupted = Thread.interrupted();
        for (Stop stop : stops) {
            interrupted |= awaitEnd(stop, deadline);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the current thread was interrupted meanwhile. */
    private static boolean awaitEnd(Stop stop, long deadline) {
        boolean interrupted = false;
        while (stop.isAwaited() && System.nanoTime() < deadline) {
            try {
                TimeUnit.MILLISECONDS.timedJoin(stop.thread(), POLL_MILLIS);
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        return interrupted;
    }

    /**
     * A candidate that stops.
     *
     * @param own whether its leader-only method closes the application, on this thread: it would wait for itself
     */
    private record Stop(Candidate candidate, Thread thread, boolean own) {
        boolean isAwaited() {
            return thread.isAlive() && (!own || candidate.isLeader());
        }
    }

    /** Starts to stop one candidate. All stop at once, so that the limit holds for any number of them. */
    private Stop stop(Candidate candidate) {
        Thread thread = NamedThreads.start("baton-stop-" + candidate.election(), () -> {
            try {
                candidate.stop(stopTimeout);
            } catch (BatonException late) {
                LOG.error("stopping the candidate failed; the shutdown of the application continues", late);
            }
        });
        return new Stop(candidate, thread, Leaderships.of(candidate.election()).isPresent());
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

    /** Comes before the other listeners, some of which shut down schedulers and executors. */
    private final class StopOnClose implements ApplicationListener<ContextClosedEvent>, PriorityOrdered {
        private final ApplicationContext own;

        StopOnClose(ApplicationContext own) {
            this.own = own;
        }

        /** Ignores child contexts, whose events arrive here too. */
        @Override
        public void onApplicationEvent(ContextClosedEvent event) {
            if (event.getApplicationContext() == own && running) {
                stop();
            }
        }

        @Override
        public boolean supportsAsyncExecution() {
            return false;
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}
