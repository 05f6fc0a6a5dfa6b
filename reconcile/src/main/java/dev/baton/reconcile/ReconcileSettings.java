package dev.baton.reconcile;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * How a reconciler goes about it. Immutable.
 *
 * @param sweepEvery how often everything is looked at
 * @param orphanGrace how long a resource has to be missing, its record unchanged, before a second look may declare
 *     it deleted; and how long the record of a deleted one is kept
 * @param retryBase the first back-off after a failure, of a key or of the watch; doubled from time to time
 * @param retryMax the longest back-off
 * @param session whether the resource with this id has the session that it needs to count as ready
 */
public record ReconcileSettings(
        Duration sweepEvery, Duration orphanGrace, Duration retryBase, Duration retryMax, Predicate<String> session) {

    public ReconcileSettings {
        positive("sweepEvery", sweepEvery);
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

    /** Sweeps every 60 s, a grace of 300 s, back-offs from 1 s to 30 s, and no sessions needed. */
    public static ReconcileSettings defaults() {
        return new ReconcileSettings(
                Duration.ofSeconds(60),
                Duration.ofSeconds(300),
                Duration.ofSeconds(1),
                Duration.ofSeconds(30),
                id -> true);
    }

    /** The same with other sweeps. */
    public ReconcileSettings withSweeps(Duration every, Duration grace) {
        return new ReconcileSettings(every, grace, retryBase, retryMax, session);
    }

    /** The same with other back-offs. */
    public ReconcileSettings withRetries(Duration base, Duration max) {
        return new ReconcileSettings(sweepEvery, orphanGrace, base, max, session);
    }

    /** The same with resources that need a session. */
    public ReconcileSettings withSessions(Predicate<String> present) {
        return new ReconcileSettings(sweepEvery, orphanGrace, retryBase, retryMax, present);
    }

    /** The back-off after so many failures in a row, counted from 1. */
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
