/**
 * Metrics of elections in a Micrometer registry, for every backend: {@link dev.baton.micrometer.BatonMetrics}.
 * {@link dev.baton.micrometer.ReconcileMetrics} and {@link dev.baton.micrometer.ShardMetrics} have those of a reconciler and
 * of a sharded job.
 *
 * <p>{@code docs/reference/metrics.md} lists the names in their Prometheus form. Nothing here runs on the thread that
 * renews, so a faulty registry does not affect elections.
 */
@NullMarked
package dev.baton.micrometer;

import org.jspecify.annotations.NullMarked;
