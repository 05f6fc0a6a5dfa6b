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
import java.util.function.ToDoubleFunction;

/** The meters of one election in one registry, all with its label; they are taken out together. */
final class MeterSet {
    private final MeterRegistry registry;
    private final Tags election;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();

    MeterSet(MeterRegistry registry, String election) {
        this.registry = registry;
        this.election = Tags.of("election", election);
    }

    Meter gauge(String name, String what, Tags more, Supplier<Number> value) {
        return kept(Gauge.builder(name, value)
                .description(what)
                .tags(election.and(more))
                .strongReference(true)
                .register(registry));
    }

    void counter(String name, String what, Tags more, ToDoubleFunction<MeterSet> value) {
        kept(FunctionCounter.builder(name, this, value)
                .description(what)
                .tags(election.and(more))
                .register(registry));
    }

    Counter counter(String name, String what, Tags more) {
        Counter counter =
                Counter.builder(name).description(what).tags(election.and(more)).register(registry);
        kept(counter);
        return counter;
    }

    void timer(String name, String what, Supplier<Long> count, Supplier<Double> totalSeconds) {
        kept(FunctionTimer.builder(name, this, shelf -> count.get(), shelf -> totalSeconds.get(), TimeUnit.SECONDS)
                .description(what)
                .tags(election)
                .register(registry));
    }

    void remove(Meter meter) {
        meters.remove(meter);
        registry.remove(meter);
    }

    void clear() {
        meters.forEach(this::remove);
    }

    private Meter kept(Meter meter) {
        meters.add(meter);
        return meter;
    }
}
