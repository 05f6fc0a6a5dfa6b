package dev.baton.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The meters of one election, reconciler or sharded job in one registry. They share its label and are removed together. */
final class MeterSet {
    private final MeterRegistry registry;
    private final Tags owner;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();

    /** @param owner the label that all meters have */
    MeterSet(MeterRegistry registry, Tags owner) {
        this.registry = registry;
        this.owner = owner;
    }

    void gauge(String name, String description, Supplier<Number> value) {
        gauge(name, description, Tags.empty(), value);
    }

    Meter gauge(String name, String description, Tags more, Supplier<Number> value) {
        return track(Gauge.builder(name, value)
                .description(description)
                .tags(owner.and(more))
                .strongReference(true)
                .register(registry));
    }

    void counter(String name, String description, Tags more, Supplier<Long> value) {
        track(FunctionCounter.builder(name, this, set -> value.get())
                .description(description)
                .tags(owner.and(more))
                .register(registry));
    }

    Counter counter(String name, String description, Tags more) {
        return track(Counter.builder(name)
                .description(description)
                .tags(owner.and(more))
                .register(registry));
    }

    void timer(String name, String description, Supplier<Long> count, Supplier<Double> totalSeconds) {
        track(FunctionTimer.builder(name, this, set -> count.get(), set -> totalSeconds.get(), TimeUnit.SECONDS)
                .description(description)
                .tags(owner)
                .register(registry));
    }

    void remove(Meter meter) {
        meters.remove(meter);
        registry.remove(meter);
    }

    void clear() {
        meters.forEach(this::remove);
    }

    private <M extends Meter> M track(M meter) {
        meters.add(meter);
        return meter;
    }
}
