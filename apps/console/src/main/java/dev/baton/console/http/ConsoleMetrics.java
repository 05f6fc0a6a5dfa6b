package dev.baton.console.http;

import dev.baton.console.watch.ElectionRow;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;

/** The metrics of the console in the text format of Prometheus. */
final class ConsoleMetrics implements AutoCloseable {
    private final ConsoleModel model;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final MultiGauge overlaps = MultiGauge.builder("baton.reigns.overlapping")
            .description("Pairs of tenures in the kept history that overlap")
            .register(registry);

    ConsoleMetrics(ConsoleModel model) {
        this.model = model;
    }

    /** Returns the current values. The label {@code store} is present only if the console observes several stores. */
    synchronized String scrape() {
        List<MultiGauge.Row<?>> gauges = new ArrayList<>();
        for (ElectionRow row : model.board().rows()) {
            Tags tags = Tags.of("election", row.key().election());
            gauges.add(MultiGauge.Row.of(
                    model.stores().size() > 1 ? tags.and("store", row.key().store()) : tags,
                    row.summary().overlaps().size()));
        }
        overlaps.register(gauges, true);
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
