package dev.baton.micrometer;

import dev.baton.reconcile.shards.ShardHealth;
import dev.baton.reconcile.shards.Shards;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Binds the number of shards in each state, as this replica sees them. It needs {@code dev.baton:baton-reconcile}.
 *
 * <pre>{@code
 * new ShardMetrics("imports", shards).bindTo(registry);
 * }</pre>
 */
public final class ShardMetrics implements MeterBinder, AutoCloseable {
    private final String name;
    private final Shards shards;
    private final List<MeterSet> bound = new ArrayList<>();

    /**
     * Creates a binder for one replica of a sharded job.
     *
     * @param name the value of the label {@code shards}
     */
    public ShardMetrics(String name, Shards shards) {
        this.name = Objects.requireNonNull(name, "name");
        this.shards = Objects.requireNonNull(shards, "shards");
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        MeterSet meters = new MeterSet(registry, Tags.of("shards", name));
        bound.add(meters);
        for (ShardHealth.State state : ShardHealth.State.values()) {
            meters.gauge(
                    "baton.shards",
                    "Number of shards in the state on this replica.",
                    Tags.of("state", state.name().toLowerCase(Locale.ROOT)),
                    () -> shards.health().values().stream()
                            .filter(health -> health.state() == state)
                            .count());
        }
    }

    /** Removes the meters from their registries. */
    @Override
    public synchronized void close() {
        bound.forEach(MeterSet::clear);
        bound.clear();
    }
}
