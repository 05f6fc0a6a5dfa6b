/**
 * Elections in a Micrometer registry, for every backend: {@link dev.baton.micrometer.BatonMetrics}.
 *
 * <p>In Prometheus form the names are those of {@code docs/reference/metrics.md}. Nothing here runs on the thread that renews,
 * and a registry that fails harms no election.
 */
@NullMarked
package dev.baton.micrometer;

import org.jspecify.annotations.NullMarked;
