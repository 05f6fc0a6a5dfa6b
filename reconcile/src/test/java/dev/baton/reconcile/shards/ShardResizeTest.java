package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A change of the number of shards, with keys: no key is ever worked on twice at once. */
class ShardResizeTest {
    private static final List<String> KEYS =
            IntStream.range(0, 200).mapToObj(number -> "key-" + number).toList();

    private final String url = "memory:resize-" + System.nanoTime();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<String, String> workers = new ConcurrentHashMap<>();
    private final List<String> overlaps = new CopyOnWriteArrayList<>();
    private final List<String> steps = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    @Test // LEASE-11
    void keysMoveFromTheOldNumberToTheNewOneWithoutOverlap() throws Exception {
        Shards one = replica("one", 4);
        Shards two = replica("two", 4);
        await(() -> one.owned().size() == 2 && two.owned().size() == 2 && workers.size() == KEYS.size());
        Shards early = replica("early", 7);
        await(() -> isRefused(early));
        assertThat(resize(Duration.ofSeconds(60)).to(7, steps::add)).isEqualTo(4);
        assertThat(steps)
                .containsExactly(
                        "draining 4 shards of orders", "orders has 7 shards now; start the instances with this number");
        assertThat(isRefused(one) && isRefused(two)).isTrue();
        Shards next = replica("next", 7);
        Shards late = replica("late", 4);
        await(() -> next.owned().size() == 7 && workers.size() == KEYS.size());
        await(() -> isRefused(late));
        assertThat(workers.values()).containsOnly("next");
        assertThat(overlaps).isEmpty();
    }

    @Test // LEASE-11
    void shardThatIsStillHeldStopsTheChangeAndItCanBeRepeated() throws Exception {
        Shards one = replica("one", 3);
        await(() -> one.owned().size() == 3);
        one.close();
        Baton baton = connect();
        Candidate holder = baton.election("orders:2")
                .candidate(CandidateSettings.builder().instanceId("stubborn").build());
        holder.start();
        await(holder::isLeader);
        assertThatThrownBy(() -> resize(Duration.ofMillis(100)).to(5, steps::add))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContainingAll("orders:2 by stubborn", "repeat the command");
        assertThat(resize(Duration.ZERO).isUnderWay()).isTrue();
        for (int count : new int[] {3, 5}) {
            Shards blocked = replica("blocked-" + count, count);
            await(() -> isRefused(blocked));
        }
        holder.close();
        resize(Duration.ofSeconds(60)).to(6, steps::add);
        assertThat(resize(Duration.ZERO).isUnderWay()).isFalse();
        Shards six = replica("six", 6);
        await(() -> six.owned().size() == 6);
        assertThat(resize(Duration.ofSeconds(60)).to(6, steps::add)).isEqualTo(6);
        assertThat(steps).endsWith("orders already has 6 shards");
    }

    @Test // LEASE-11
    void changeThatAnotherOneContradictsIsNotReportedAsComplete() {
        Shards one = replica("one", 4);
        await(() -> one.owned().size() == 4);
        one.close();
        ShardLayoutStore other = new ShardLayoutStore(connect().backend(), "orders", "other");
        assertThatThrownBy(() -> resize(Duration.ofSeconds(60)).to(7, step -> {
                    steps.add(step);
                    other.store(ShardLayout.done("orders", 2, 5))
                            .toCompletableFuture()
                            .join();
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "another change was made at the same time", "5 and 7", "baton shards orders --resize 7");
        assertThat(steps).containsExactly("draining 4 shards of orders");
        for (int count : new int[] {4, 5, 7}) {
            Shards refused = replica("refused-" + count, count);
            await(() -> isRefused(refused));
        }
    }

    @Test // LEASE-11
    void nameWithoutShardsIsRefusedAndLeavesNothingBehind() {
        assertThatThrownBy(() -> resize(Duration.ofSeconds(60)).to(6, steps::add))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no shards named orders");
        assertThat(connect().elections()).isEmpty();
        assertThat(steps).isEmpty();
    }

    @Test // LEASE-11
    void failingWorkIsReportedForItsShardOnly() {
        CountDownLatch repaired = new CountDownLatch(1);
        Shards shards = Shards.of(connect(), "orders", 2, settings("one")).whileOwning((shard, leadership) -> {
            if (shard == 1 && repaired.getCount() > 0) {
                throw new IllegalStateException("broken work");
            }
            new CountDownLatch(1).await();
        });
        opened.add(0, shards);
        shards.start();
        await(() -> shards.owned().size() == 2);
        await(() -> state(shards, 1) == ShardHealth.State.FAILING);
        assertThat(shards.health().get(1))
                .extracting(ShardHealth::reason)
                .asString()
                .contains("broken work", "times");
        assertThat(state(shards, 0)).isEqualTo(ShardHealth.State.OWNED);
    }

    @Test // LEASE-11, API-3
    void failedWorkIsRepeatedInTheSameTenure() {
        List<Long> epochs = new CopyOnWriteArrayList<>();
        Shards shards = Shards.of(connect(), "orders", 1, settings("one")).whileOwning((shard, leadership) -> {
            epochs.add(leadership.epoch());
            if (epochs.size() < 3) {
                throw new IllegalStateException("broken work");
            }
            new CountDownLatch(1).await();
        });
        opened.add(0, shards);
        shards.start();
        await(() -> epochs.size() == 3);
        assertThat(epochs).containsOnly(epochs.get(0));
        assertThat(shards.owned()).containsOnlyKeys(0);
    }

    private static ShardHealth.State state(Shards shards, int shard) {
        ShardHealth health = shards.health().get(shard);
        return health == null ? ShardHealth.State.ELSEWHERE : health.state();
    }

    private Shards replica(String id, int count) {
        Shards shards = Shards.of(connect(), "orders", count, settings(id));
        shards.whileOwning((shard, leadership) -> work(id, shards, shard, leadership));
        opened.add(0, shards);
        shards.start();
        return shards;
    }

    /** Works on all keys of its shard, and takes a moment to stop, as real work does. */
    private void work(String id, Shards shards, int shard, Leadership leadership) throws InterruptedException {
        List<String> keys =
                KEYS.stream().filter(key -> shards.shardOf(key) == shard).toList();
        for (String key : keys) {
            String other = workers.putIfAbsent(key, id);
            if (other != null) {
                overlaps.add(key + " by " + other + " and " + id + " with epoch " + leadership.epoch());
            }
        }
        try {
            new CountDownLatch(1).await();
        } finally {
            boolean interrupted = Thread.interrupted();
            ForkJoinPool.commonPool().submit(() -> {}).join();
            keys.forEach(key -> workers.remove(key, id));
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private ShardResize resize(Duration atMost) {
        return new ShardResize(
                connect(),
                "orders",
                CandidateSettings.builder().instanceId("resize").build(),
                atMost);
    }

    private Baton connect() {
        Baton baton = Baton.connect(url);
        opened.add(0, baton);
        return baton;
    }

    private static ShardSettings settings(String id) {
        return ShardSettings.defaults()
                .withReplica(CandidateSettings.builder().instanceId(id).build());
    }

    private static boolean isRefused(Shards shards) {
        CompletableFuture<String> refused = shards.refused().toCompletableFuture();
        return refused.isDone();
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
