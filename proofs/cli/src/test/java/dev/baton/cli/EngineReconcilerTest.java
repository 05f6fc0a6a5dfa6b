package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.reconcile.ReconcileSettings;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.ResourceCondition;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourcePhase;
import dev.baton.reconcile.ResourceSighting;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectStore;
import dev.baton.testkit.etcd.EtcdTestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reconciler whose leader is elected on etcd. */
class EngineReconcilerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final ReconcileSettings SETTINGS =
            ReconcileSettings.defaults().withRetries(Duration.ofMillis(5), Duration.ofMillis(50));

    @TempDir
    Path directory;

    @Test // LEASE-4, LEASE-5
    void standbyReconcilesWithALargerEpochWhenTheLeaderCloses() {
        try (EtcdTestCluster etcd = EtcdTestCluster.start(1);
                ObjectStore store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"))) {
            String url = "etcd://" + etcd.addresses() + "/elections?ttl=3s";
            Resources<String, String> resources =
                    new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
            ConcurrentHashMap<String, ResourceSighting<String>> real = new ConcurrentHashMap<>();
            try (Baton first = Baton.builder().url(url).isolated().connect();
                    Baton second = Baton.builder().url(url).isolated().connect()) {
                Reconciler<String, String> one = reconciler(first, "one", resources, new MapDriver(real));
                one.start();
                await().atMost(TIMEOUT).until(one::isReconciling);
                Reconciler<String, String> two = reconciler(second, "two", resources, new MapDriver(real));
                two.start();
                resources.create("x", "spec");
                real.put("x", new ResourceSighting<>(ResourceCondition.READY, "up"));
                await().atMost(TIMEOUT).until(() -> phase(resources) == ResourcePhase.READY);
                long epoch = epoch(resources);
                assertThat(two.isReconciling()).isFalse();
                one.close();
                await().atMost(TIMEOUT).until(two::isReconciling);
                real.put("x", new ResourceSighting<>(ResourceCondition.DELETING, "going"));
                await().atMost(TIMEOUT).until(() -> phase(resources) == ResourcePhase.DELETING);
                assertThat(epoch(resources)).isGreaterThan(epoch);
                two.close();
            }
        }
    }

    private static Reconciler<String, String> reconciler(
            Baton baton, String id, Resources<String, String> resources, ResourceDriver<String> driver) {
        CandidateSettings settings = CandidateSettings.builder().instanceId(id).build();
        return Reconciler.gatedBy(baton.election("sandboxes").candidate(settings), resources, driver, SETTINGS);
    }

    private static ResourcePhase phase(Resources<String, String> resources) {
        return resources.get("x").orElseThrow().value().phase();
    }

    private static long epoch(Resources<String, String> resources) {
        return resources.get("x").orElseThrow().value().epoch();
    }

    /** A driver over a map, which reports every change within a moment. */
    private record MapDriver(Map<String, ResourceSighting<String>> real) implements ResourceDriver<String> {

        @Override
        public Map<String, ResourceSighting<String>> list() {
            return Map.copyOf(real);
        }

        @Override
        public Optional<ResourceSighting<String>> get(String id) {
            return Optional.ofNullable(real.get(id));
        }

        @Override
        public void watch(Stream<String> stream) throws InterruptedException {
            real.forEach(stream::seen);
            stream.complete();
            CountDownLatch never = new CountDownLatch(1);
            while (!never.await(20, TimeUnit.MILLISECONDS)) {
                real.forEach(stream::seen);
            }
        }
    }
}
