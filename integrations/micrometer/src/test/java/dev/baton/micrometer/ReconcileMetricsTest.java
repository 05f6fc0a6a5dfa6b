package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.reconcile.ReconcileSettings;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.ResourceCondition;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourceSighting;
import dev.baton.reconcile.Resources;
import dev.baton.reconcile.shards.Shards;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.WriteCondition;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters of a reconciler and of shards, as Prometheus reads them. */
class ReconcileMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @TempDir
    Path directory;

    @Test // LEASE-7
    void reconcilerReportsItsStateItsWorkAndWhatItLeavesAlone() {
        try (ObjectStore store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"))) {
            Resources<String, String> resources =
                    new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
            store.putIf(new ObjectKey("sandbox", "poison"), "[]", WriteCondition.mustCreate());
            resources.create("bad", "spec");
            Reconciler<String, String> reconciler =
                    Reconciler.alone(resources, new OneBadResource(), ReconcileSettings.defaults());
            ReconcileMetrics metrics = new ReconcileMetrics("sandboxes", reconciler);
            metrics.bindTo(registry);
            assertThat(registry.scrape().lines())
                    .contains(
                            line("state", "state=\"stopped\"", "1.0"),
                            line("since_success_seconds", "", "NaN"),
                            line("watch_open", "", "0.0"),
                            line("watch_silent_seconds", "", "NaN"));
            reconciler.start();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(registry.scrape().lines())
                            .contains(
                                    line("state", "state=\"reconciling\"", "1.0"),
                                    line("state", "state=\"stopped\"", "0.0"),
                                    line("sweeps_total", "", "1.0"),
                                    line("queue", "", "1.0"),
                                    line("failing", "", "1.0"),
                                    line("hanging_calls", "", "0.0"),
                                    line("left_alone", "", "1.0"),
                                    line("strangers", "", "2.0"),
                                    line("watch_open", "", "1.0"),
                                    line("watch_failures", "", "0.0")));
            assertThat(registry.scrape())
                    .contains(
                            "baton_reconcile_failures_total",
                            "baton_reconcile_last_sweep_seconds",
                            "baton_reconcile_since_success_seconds",
                            "baton_reconcile_watch_silent_seconds")
                    .doesNotContain("NaN");
            metrics.close();
            reconciler.close();
            assertThat(registry.scrape()).doesNotContain("baton_reconcile");
        }
    }

    @Test // LEASE-8
    void shardsAreCountedByState() {
        try (Baton baton = Baton.connect("memory:shard-metrics-" + System.nanoTime());
                Shards shards = Shards.of(baton, "imports", 4)) {
            ShardMetrics metrics = new ShardMetrics("imports", shards);
            metrics.bindTo(registry);
            assertThat(registry.scrape()).contains("baton_shards{shards=\"imports\",state=\"elsewhere\"} 4.0");
            shards.start();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(registry.scrape())
                            .contains(
                                    "baton_shards{shards=\"imports\",state=\"owned\"} 4.0",
                                    "baton_shards{shards=\"imports\",state=\"elsewhere\"} 0.0"));
            metrics.close();
            assertThat(registry.scrape()).doesNotContain("baton_shards");
        }
    }

    private static String line(String name, String label, String value) {
        return "baton_reconcile_" + name + "{reconciler=\"sandboxes\"" + (label.isEmpty() ? "" : "," + label) + "} "
                + value;
    }

    /** A driver with a resource that it lists and cannot answer for, and one that no record knows. */
    private static final class OneBadResource implements ResourceDriver<String> {
        private final Map<String, ResourceSighting<String>> resources = Map.of(
                "bad",
                new ResourceSighting<>(ResourceCondition.READY, "up"),
                "stray",
                new ResourceSighting<>(ResourceCondition.READY, "up"));

        @Override
        public Map<String, ResourceSighting<String>> list() {
            return resources;
        }

        @Override
        public Optional<ResourceSighting<String>> get(String id) throws IOException {
            throw new IOException("no answer for " + id);
        }

        @Override
        public void watch(Stream<String> stream) throws InterruptedException {
            stream.complete();
            new CountDownLatch(1).await();
        }
    }
}
