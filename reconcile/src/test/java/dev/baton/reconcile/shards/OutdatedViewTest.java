package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A member of a group that has just started, or was away, does not see what the others have stored before it acquires something. */
class OutdatedViewTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final FaultyBackend outdated = new FaultyBackend(store.open(time));
    private final Baton current = TestBaton.connect(store, time);
    private final Baton late = BatonRuntime.over(time.environment(), clock -> outdated);

    @Test // LEASE-11
    void replicaThatSeesNoNumberYetStoresNoSecondOne() {
        Shards first = replica(connect(), "first", 6);
        seconds(3);
        assertThat(first.owned()).hasSize(6);
        outdated.outdated = Optional.of(List.of());
        Shards second = replica(late, "second", 4);
        seconds(10);
        assertThat(reason(second)).contains("orders has 6 shards, but this instance has 4");
        assertThat(reason(first)).isEqualTo("not refused");
        assertThat(first.owned()).hasSize(6);
        assertThat(elections()).doesNotContain(ShardLayout.done("orders", 1, 4));
    }

    @Test // LEASE-11
    void changeThatBeginsWithAnOutdatedNumberDrainsTheShardsOfTheStoredOne() {
        Shards former = replica(connect(), "former", 4);
        seconds(3);
        List<String> before = elections();
        former.close();
        ShardLayoutStore layout = new ShardLayoutStore(current.backend(), "orders", "earlier");
        layout.store(ShardLayout.begun("orders", 2, 8));
        layout.store(ShardLayout.done("orders", 2, 8));
        Shards running = replica(connect(), "running", 8);
        seconds(20);
        assertThat(running.owned()).hasSize(8);
        outdated.outdated = Optional.of(before);
        List<String> steps = new CopyOnWriteArrayList<>();
        CompletableFuture<Integer> change = CompletableFuture.supplyAsync(() -> resize(steps));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            seconds(1);
            return change.isDone();
        });
        assertThat(change.join()).isEqualTo(8);
        assertThat(steps).first().isEqualTo("draining 8 shards of orders");
        Shards next = replica(connect(), "next", 5);
        seconds(20);
        assertThat(next.owned()).hasSize(5);
        assertThat(running.owned()).isEmpty();
    }

    private int resize(List<String> steps) {
        try {
            CandidateSettings settings =
                    CandidateSettings.builder().instanceId("resize").build();
            return new ShardResize(late, "orders", settings, Duration.ofSeconds(60)).to(5, steps::add);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Shards replica(Baton baton, String id, int count) {
        Shards shards = Shards.of(
                baton,
                "orders",
                count,
                ShardSettings.defaults()
                        .withReplica(CandidateSettings.builder().instanceId(id).build()));
        shards.start();
        return shards;
    }

    private Baton connect() {
        return TestBaton.connect(store, time);
    }

    private List<String> elections() {
        return current.backend().elections().toCompletableFuture().join();
    }

    private static String reason(Shards shards) {
        return shards.refused().toCompletableFuture().getNow("not refused");
    }

    private void seconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
        }
    }
}
