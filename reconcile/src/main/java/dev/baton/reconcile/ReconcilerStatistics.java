package dev.baton.reconcile;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Numbers about a reconciler, for metrics.
 *
 * <pre>{@code
 * Gauge.builder("reconcile.queue", reconciler, one -> one.statistics().queued()).register(registry);
 * }</pre>
 *
 * @param sweeps the completed sweeps of this replica
 * @param lastSweep how long the last of them took; zero before the first
 * @param sinceSuccess the time since something last succeeded: a sweep, a write or an answer of the driver
 * @param queued the resources that wait to be reconciled, including those in their backoff
 * @param failures the failed attempts of this replica, of any kind
 * @param failing the resources whose last attempt failed: how often in a row, and the last cause
 * @param hangingCalls the calls of the driver and of the session check that have not ended although their time is over
 * @param watchOpen whether the watch is open and has reported everything
 * @param watchFailures how often the watch has failed in a row
 * @param watchSilentFor the time since the last sign of life of the watch; empty while it is cut
 * @param leftAlone the records that the last sweep left alone, each with the cause: they are unreadable, or have a phase
 *     that only a later version of this program knows
 */
public record ReconcilerStatistics(
        long sweeps,
        Duration lastSweep,
        Optional<Duration> sinceSuccess,
        int queued,
        long failures,
        Map<String, String> failing,
        Set<String> hangingCalls,
        boolean watchOpen,
        int watchFailures,
        Optional<Duration> watchSilentFor,
        Map<String, String> leftAlone) {}
