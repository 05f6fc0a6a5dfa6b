package dev.baton.reconcile;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The settings of a reconciler. Immutable.
 *
 * <pre>{@code
 * ReconcileSettings settings = ReconcileSettings.defaults().withSweeps(Duration.ofSeconds(30), Duration.ofMinutes(5));
 * }</pre>
 *
 * @param sweepInterval how often resources are checked
 * @param orphanGrace how long a resource must be missing, with its record unchanged, before a second check may mark it
 *     deleted; also how long the record of a deleted resource is kept
 * @param retryBase the first backoff after a failure, of a key or of the watch; doubled with each failure
 * @param retryMax the longest backoff
 * @param session returns whether the resource with an id has the session that it needs to be ready. Called by several
 *     threads, on threads of the reconciler; an interrupt must end it
 * @param workers how many resources are reconciled at the same time
 * @param callTimeout how long a call of {@link ResourceDriver#get} or of {@code session} may take
 * @param listTimeout how long a call of {@link ResourceDriver#list} may take
 * @param stepDownAfter how long a leader that cannot reconcile keeps leading; then it steps down with the reason {@code
 *     work_failed}
 * @param fullSweepInterval how often a sweep compares everything, instead of what was written since the sweep before and
 *     what {@link ResourceDriver#changes} returns
 * @param watchTimeout how long a watch may be open without a sign of life; then it is opened again. A sign of life is
 *     anything that the driver reports, also {@link ResourceDriver.Stream#alive}, or a sweep of everything that the watch
 *     had missed nothing of
 */
public record ReconcileSettings(
        Duration sweepInterval,
        Duration orphanGrace,
        Duration retryBase,
        Duration retryMax,
        Predicate<String> session,
        int workers,
        Duration callTimeout,
        Duration listTimeout,
        Duration stepDownAfter,
        Duration fullSweepInterval,
        Duration watchTimeout) {
    private static final int MAX_WORKERS = 256;

    public ReconcileSettings {
        positive("sweepInterval", sweepInterval);
        positive("retryBase", retryBase);
        positive("callTimeout", callTimeout);
        positive("listTimeout", listTimeout);
        positive("stepDownAfter", stepDownAfter);
        positive("fullSweepInterval", fullSweepInterval);
        positive("watchTimeout", watchTimeout);
        if (orphanGrace.isNegative()) {
            throw new IllegalArgumentException(
                    "orphanGrace must not be negative, but is " + orphanGrace.toMillis() + " ms");
        }
        if (retryBase.compareTo(retryMax) > 0) {
            throw new IllegalArgumentException("retryBase <= retryMax does not hold: retryBase is "
                    + retryBase.toMillis() + " ms, retryMax is " + retryMax.toMillis() + " ms");
        }
        if (workers < 1 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException("workers must be 1 to " + MAX_WORKERS + ", but is " + workers);
        }
    }

    /**
     * Returns sweeps every 60 s, a grace of 300 s, backoffs from 1 s to 30 s, no required sessions, four workers, 30 s for a
     * call, 300 s for a list, 300 s until a leader that cannot reconcile steps down, a sweep of everything every 10 minutes,
     * and 10 minutes for a silent watch.
     */
    public static ReconcileSettings defaults() {
        return new ReconcileSettings(
                Duration.ofSeconds(60),
                Duration.ofSeconds(300),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                NoSessions.INSTANCE,
                4,
                Duration.ofSeconds(30),
                Duration.ofSeconds(300),
                Duration.ofSeconds(300),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10));
    }

    /** Returns these settings with other sweeps. */
    public ReconcileSettings withSweeps(Duration every, Duration grace) {
        return with(values -> {
            values.sweepInterval = every;
            values.orphanGrace = grace;
        });
    }

    /** Returns these settings with other backoffs. */
    public ReconcileSettings withRetries(Duration base, Duration max) {
        return with(values -> {
            values.retryBase = base;
            values.retryMax = max;
        });
    }

    /** Returns these settings for resources that need a session. */
    public ReconcileSettings withSessions(Predicate<String> present) {
        return with(values -> values.session = present);
    }

    /** Returns these settings with another number of workers. */
    public ReconcileSettings withWorkers(int number) {
        return with(values -> values.workers = number);
    }

    /** Returns these settings with other limits for calls of the driver. */
    public ReconcileSettings withCallTimeouts(Duration call, Duration list) {
        return with(values -> {
            values.callTimeout = call;
            values.listTimeout = list;
        });
    }

    /** Returns these settings with another time until a leader that cannot reconcile steps down. */
    public ReconcileSettings withStepDownAfter(Duration time) {
        return with(values -> values.stepDownAfter = time);
    }

    /** Returns these settings with another time between two sweeps that compare everything. */
    public ReconcileSettings withFullSweeps(Duration every) {
        return with(values -> values.fullSweepInterval = every);
    }

    /** Returns these settings with another time for which a watch may be silent. */
    public ReconcileSettings withWatchTimeout(Duration time) {
        return with(values -> values.watchTimeout = time);
    }

    private ReconcileSettings with(Consumer<Values> change) {
        Values values = new Values(this);
        change.accept(values);
        return values.settings();
    }

    /** Returns whether there is a session check. */
    boolean needsSessions() {
        return session != NoSessions.INSTANCE;
    }

    /**
     * Returns the longest time without any success of a leader whose calls all keep their limits: one resource may need both
     * a session check and an answer of the driver.
     */
    Duration longestPause() {
        return sweepInterval.plus(listTimeout).plus(callTimeout.multipliedBy(2));
    }

    /** Returns the backoff after the given number of consecutive failures. */
    Duration backoff(int failures) {
        Duration doubled = retryBase.multipliedBy(1L << Math.min(failures - 1, 20));
        return doubled.compareTo(retryMax) < 0 ? doubled : retryMax;
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + value.toMillis() + " ms");
        }
    }

    /** The check of resources that need no sessions. */
    private enum NoSessions implements Predicate<String> {
        INSTANCE;

        @Override
        public boolean test(String id) {
            return true;
        }
    }

    /** The components while some of them are replaced. */
    private static final class Values {
        private Duration sweepInterval;
        private Duration orphanGrace;
        private Duration retryBase;
        private Duration retryMax;
        private Predicate<String> session;
        private int workers;
        private Duration callTimeout;
        private Duration listTimeout;
        private Duration stepDownAfter;
        private Duration fullSweepInterval;
        private Duration watchTimeout;

        Values(ReconcileSettings from) {
            sweepInterval = from.sweepInterval;
            orphanGrace = from.orphanGrace;
            retryBase = from.retryBase;
            retryMax = from.retryMax;
            session = from.session;
            workers = from.workers;
            callTimeout = from.callTimeout;
            listTimeout = from.listTimeout;
            stepDownAfter = from.stepDownAfter;
            fullSweepInterval = from.fullSweepInterval;
            watchTimeout = from.watchTimeout;
        }

        ReconcileSettings settings() {
            return new ReconcileSettings(
                    sweepInterval,
                    orphanGrace,
                    retryBase,
                    retryMax,
                    session,
                    workers,
                    callTimeout,
                    listTimeout,
                    stepDownAfter,
                    fullSweepInterval,
                    watchTimeout);
        }
    }
}
