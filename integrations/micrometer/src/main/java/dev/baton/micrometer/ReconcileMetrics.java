package dev.baton.micrometer;

import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.ReconcilerHealth;
import dev.baton.reconcile.ReconcilerStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Binds the meters of one reconciler. It needs {@code dev.baton:baton-reconcile}.
 *
 * <p>Resources have no labels of their own, because there can be very many: {@link Reconciler#statistics} names those that
 * fail.
 *
 * <pre>{@code
 * new ReconcileMetrics("sandboxes", reconciler).bindTo(registry);
 * }</pre>
 */
public final class ReconcileMetrics implements MeterBinder, AutoCloseable {
    private static final String PREFIX = "baton.reconcile.";

    private final String name;
    private final Reconciler<?, ?> reconciler;
    private final List<MeterSet> bound = new ArrayList<>();

    /**
     * Creates a binder for a reconciler.
     *
     * @param name the value of the label {@code reconciler}
     */
    public ReconcileMetrics(String name, Reconciler<?, ?> reconciler) {
        this.name = Objects.requireNonNull(name, "name");
        this.reconciler = Objects.requireNonNull(reconciler, "reconciler");
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        MeterSet meters = new MeterSet(registry, Tags.of("reconciler", name));
        bound.add(meters);
        for (ReconcilerHealth.State state : ReconcilerHealth.State.values()) {
            meters.gauge(
                    PREFIX + "state",
                    "1 for the current state of this replica.",
                    Tags.of("state", state.name().toLowerCase(Locale.ROOT)),
                    () -> reconciler.health().state() == state ? 1 : 0);
        }
        count(meters, "sweeps", "Completed sweeps.", ReconcilerStatistics::sweeps);
        count(meters, "failures", "Failed attempts of any kind.", ReconcilerStatistics::failures);
        gauge(meters, "last.sweep.seconds", "Duration of the last sweep.", now -> seconds(now.lastSweep()));
        gauge(meters, "since.success.seconds", "Time since the last success.", now -> seconds(now.sinceSuccess()));
        gauge(meters, "queue", "Resources that wait to be reconciled.", ReconcilerStatistics::queued);
        gauge(
                meters,
                "failing",
                "Resources whose last attempt failed.",
                now -> now.failing().size());
        gauge(
                meters,
                "hanging.calls",
                "Calls of the driver that exceeded their time and run.",
                now -> now.hangingCalls().size());
        gauge(
                meters,
                "left.alone",
                "Records that are unreadable or of a later version.",
                now -> now.leftAlone().size());
        meters.gauge(
                PREFIX + "strangers",
                "Resources and records that the last sweep could not match.",
                () -> reconciler.strangers().size());
        gauge(
                meters,
                "watch.open",
                "1 while the watch is open and has reported everything.",
                now -> now.watchOpen() ? 1 : 0);
        gauge(meters, "watch.failures", "Failures of the watch in a row.", ReconcilerStatistics::watchFailures);
        gauge(
                meters,
                "watch.silent.seconds",
                "Time since the last sign of life of the watch.",
                now -> seconds(now.watchSilentFor()));
    }

    /** Removes the meters from their registries. */
    @Override
    public synchronized void close() {
        bound.forEach(MeterSet::clear);
        bound.clear();
    }

    private void count(MeterSet meters, String what, String description, Function<ReconcilerStatistics, Long> value) {
        meters.counter(PREFIX + what, description, Tags.empty(), () -> value.apply(reconciler.statistics()));
    }

    private void gauge(MeterSet meters, String what, String description, Function<ReconcilerStatistics, Number> value) {
        meters.gauge(PREFIX + what, description, () -> value.apply(reconciler.statistics()));
    }

    private static double seconds(Optional<Duration> time) {
        return time.map(ReconcileMetrics::seconds).orElse(Double.NaN);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
