package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Leadership;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A few shards on a few replicas: work, drain, health, priority. */
class ShardsTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final Map<Integer, String> running = new ConcurrentHashMap<>();
    private final List<String> overlaps = new CopyOnWriteArrayList<>();
    private final Map<Integer, Long> epochs = new ConcurrentHashMap<>();

    @Test // LEASE-11
    void shardIsDrainedBeforeTransferAndEveryTenureHasAHigherEpoch() {
        String url = "memory:shards-" + System.nanoTime();
        try (Baton one = Baton.connect(url);
                Baton two = Baton.connect(url);
                Shards second = working(two, "two")) {
            Shards first = working(one, "one");
            first.start();
            await(() -> first.owned().size() == 6 && epochs.size() == 6);
            Map<Integer, Long> before = Map.copyOf(epochs);
            second.start();
            await(() -> first.owned().size() == 3 && second.owned().size() == 3 && running.size() == 6);
            await(() -> second.owned().keySet().stream().allMatch(shard -> "two".equals(running.get(shard))));
            assertThat(second.owned().keySet())
                    .allSatisfy(shard -> assertThat(epochs.get(shard)).isGreaterThan(before.get(shard)));
            first.close();
            await(() -> second.owned().size() == 6 && running.size() == 6);
            assertThat(running.values()).containsOnly("two");
        }
        assertThat(running).isEmpty();
        assertThat(overlaps).isEmpty();
    }

    private Shards working(Baton baton, String id) {
        return Shards.of(baton, "orders", 6, settings(id, changes -> changes))
                .whileOwning((shard, leadership) -> work(id, shard, leadership));
    }

    /** Takes its time to stop, as real work does. */
    private void work(String id, int shard, Leadership leadership) throws InterruptedException {
        String other = running.putIfAbsent(shard, id);
        if (other != null) {
            overlaps.add(shard + " is run by " + other + " and " + id);
        }
        epochs.merge(shard, leadership.epoch(), Math::max);
        try {
            new CountDownLatch(1).await();
        } finally {
            // Real work takes a moment to stop: here, until every other thread that can run has had its turn.
            boolean interrupted = Thread.interrupted();
            ForkJoinPool.commonPool().submit(() -> {}).join();
            running.remove(shard, id);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test // LEASE-11
    void unhealthyReplicaReleasesItsShardsAndGetsSomeAgainWhenHealthy() {
        AtomicBoolean healthy = new AtomicBoolean(true);
        Shards unhealthy = join("unhealthy", changes -> changes.healthCheck(healthy::get));
        Shards healthyOne = join("healthy", changes -> changes);
        seconds(10);
        assertThat(unhealthy.owned()).hasSize(3);
        healthy.set(false);
        seconds(10);
        assertThat(unhealthy.owned()).isEmpty();
        assertThat(healthyOne.owned()).hasSize(6);
        healthy.set(true);
        seconds(10);
        assertThat(unhealthy.owned()).hasSize(3);
    }

    @Test // LEASE-11
    void replicaOfLowerPriorityOwnsNothingWhileAHigherOneIsPresent() {
        Shards spare = join("spare", changes -> changes);
        seconds(3);
        assertThat(spare.owned()).hasSize(6);
        Shards main = join("main", changes -> changes.priority(5));
        seconds(10);
        assertThat(main.owned()).hasSize(6);
        assertThat(spare.owned()).isEmpty();
        main.close();
        seconds(1);
        assertThat(spare.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void shardsOfALeavingReplicaAreOwnedAgainWithoutWaitingForAHeartbeat() {
        Shards one = join("one", changes -> changes);
        Shards two = join("two", changes -> changes);
        seconds(10);
        two.close();
        time.advance(Duration.ofMillis(1));
        assertThat(one.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void replicasWithDifferentCountsNeverShareAShard() {
        Shards six = join("six", changes -> changes);
        Shards four = Shards.of(TestBaton.connect(store, time), "orders", 4, settings("four", changes -> changes));
        four.start();
        seconds(10);
        assertThat(six.owned()).hasSize(6);
        assertThat(four.owned()).isEmpty();
    }

    @Test // LEASE-11
    void keyAlwaysBelongsToTheSameShard() {
        Shards shards = Shards.of(TestBaton.connect(store, time), "orders", 64);
        assertThat(shards.shardOf("order-1")).isEqualTo(47);
        assertThat(shards.shardOf("")).isZero();
    }

    @Test // LEASE-11
    void refusesInvalidCountsAndNames() {
        Baton baton = TestBaton.connect(store, time);
        assertThatThrownBy(() -> Shards.of(baton, "orders", 0)).hasMessageContaining("must be 1 to 100000");
        assertThatThrownBy(() -> Shards.of(baton, "a/b", 3)).hasMessageContaining("is not a name");
        assertThatThrownBy(() -> Shards.of(baton, "x".repeat(127), 30)).hasMessageContaining("is not a name");
    }

    private Shards join(String id, UnaryOperator<CandidateSettingsBuilder> changes) {
        Shards shards = Shards.of(TestBaton.connect(store, time), "orders", 6, settings(id, changes));
        shards.start();
        return shards;
    }

    private static ShardSettings settings(String id, UnaryOperator<CandidateSettingsBuilder> changes) {
        return ShardSettings.defaults()
                .withReplica(changes.apply(CandidateSettings.builder().instanceId(id))
                        .build());
    }

    private void seconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
        }
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
