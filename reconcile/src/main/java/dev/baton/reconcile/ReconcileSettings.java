package dev.baton.reconcile;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * The settings of a reconciler. Immutable.
 *
 * <pre>{@code
 * ReconcileSettings settings = ReconcileSettings.defaults().withSweeps(Duration.ofSeconds(30), Duration.ofMinutes(5));
 * }</pre>
 *
 * @param sweepInterval how often all resources are checked
 * @param orphanGrace how long a resource must be missing, with its record unchanged, before a second check may mark it
 *     deleted; also how long the record of a deleted resource is kept
 * @param retryBase the first backoff after a failure, of a key or of the watch; doubled with each failure
 * @param retryMax the longest backoff
 * @param session returns whether the resource with an id has the session that it needs to be ready
 */
public record ReconcileSettings(
        Duration sweepInterval,
        Duration orphanGrace,
        Duration retryBase,
        Duration retryMax,
        Predicate<String> session) {

    public ReconcileSettings {
        positive("sweepInterval", sweepInterval);
        positive("retryBase", retryBase);
        if (orphanGrace.isNegative()) {
            throw new IllegalArgumentException(
                    "orphanGrace must not be negative, but is " + orphanGrace.toMillis() + " ms");
        }
        if (retryBase.compareTo(retryMax) > 0) {
            throw new IllegalArgumentException("retryBase <= retryMax does not hold: retryBase is "
                    + retryBase.toMillis() + " ms, retryMax is " + retryMax.toMillis() + " ms");
        }
    }

    /** Returns sweeps every 60 s, a grace of 300 s, backoffs from 1 s to 30 s, and no required sessions. */
    public static ReconcileSettings defaults() {
        return new ReconcileSettings(
                Duration.ofSeconds(60),
                Duration.ofSeconds(300),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                id -> true);
    }

    /** Returns these settings with other sweeps. */
    public ReconcileSettings withSweeps(Duration every, Duration grace) {
        return new ReconcileSettings(every, grace, retryBase, retryMax, session);
    }

    /** Returns these settings with other backoffs. */
    public ReconcileSettings withRetries(Duration base, Duration max) {
        return new ReconcileSettings(sweepInterval, orphanGrace, base, max, session);
    }

    /** Returns these settings for resources that need a session. */
    public ReconcileSettings withSessions(Predicate<String> present) {
        return new ReconcileSettings(sweepInterval, orphanGrace, retryBase, retryMax, present);
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
}
