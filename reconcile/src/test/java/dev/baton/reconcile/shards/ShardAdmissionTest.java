package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Which replicas take part, where their shards are, and what they report, on virtual time. */
class ShardAdmissionTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();

    @Test // LEASE-11
    void replicaWithAnotherCountIsRefusedAlsoWhenTheFirstOneHasEnded() {
        Shards first = join(6, settings("first"));
        seconds(3);
        assertThat(first.owned()).hasSize(6);
        Shards second = join(4, settings("second"));
        seconds(3);
        assertThat(reason(second))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("orders has 6 shards, but this instance has 4", "baton shards orders --resize 4"));
        assertThat(second.owned()).isEmpty();
        assertThat(second.health().values()).allSatisfy(health -> {
            assertThat(health.state()).isEqualTo(ShardHealth.State.REFUSED);
            assertThat(health.isGood()).isFalse();
        });
        assertThat(reason(first)).isEmpty();
        assertThat(first.owned()).hasSize(6);
        first.close();
        seconds(20);
        Shards third = join(4, settings("third"));
        seconds(20);
        assertThat(reason(third)).isPresent();
        assertThat(third.owned()).isEmpty();
        Shards fourth = join(6, settings("fourth"));
        seconds(3);
        assertThat(fourth.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void ofTwoLiveReplicasUnderOneIdTheLaterGivesUpAndNamesBoth() {
        Shards one = join(6, settings("same"));
        Shards two = join(6, settings("same"));
        seconds(60);
        List<Shards> refused =
                Stream.of(one, two).filter(shards -> reason(shards).isPresent()).toList();
        assertThat(refused).hasSize(1);
        assertThat(reason(refused.get(0)).orElseThrow())
                .contains(
                        "instance id same is used by two live replicas",
                        "-pid" + ProcessHandle.current().pid())
                .contains("(this one) and", "Give each its own id");
        Shards kept = refused.get(0) == one ? two : one;
        seconds(30);
        assertThat(kept.owned()).hasSize(6);
        assertThat(refused.get(0).owned()).isEmpty();
    }

    @Test // LEASE-11
    void shardThatIsAcquiredAfterAChangeHasBegunIsNeitherOwnedNorWorkedOn() {
        Shards one = join(6, settings("one"));
        Baton baton = TestBaton.connect(store, time);
        Set<Integer> worked = ConcurrentHashMap.newKeySet();
        Shards two = Shards.of(baton, "orders", 6, settings("two")).whileOwning((shard, leadership) -> {
            worked.add(shard);
            new CountDownLatch(1).await();
        });
        two.start();
        seconds(10);
        Set<Integer> before = Set.copyOf(two.owned().keySet());
        assertThat(before).hasSize(3);
        Awaitility.await().until(() -> worked.equals(before));
        // Nothing on the roster announces the change.
        new ShardLayoutStore(baton.backend(), "orders", "resize").store(ShardLayout.begun("orders", 2, 8));
        time.advance(Duration.ofMillis(1));
        one.close();
        time.advance(Duration.ofMillis(1));
        assertThat(two.owned().keySet()).isSubsetOf(before);
        seconds(3);
        assertThat(reason(two)).hasValueSatisfying(why -> assertThat(why).contains("from 6 to 8"));
        two.close();
        assertThat(worked).isEqualTo(before);
    }

    @Test // LEASE-11
    void replicaThatMissedAChangeGivesUpWhenOneWithTheNewNumberAppears() {
        Shards former = join(6, settings("former"));
        seconds(5);
        ShardLayoutStore layout =
                new ShardLayoutStore(TestBaton.connect(store, time).backend(), "orders", "resize");
        layout.store(ShardLayout.begun("orders", 2, 8));
        layout.store(ShardLayout.done("orders", 2, 8));
        seconds(5);
        Shards next = join(8, settings("next"));
        seconds(10);
        assertThat(reason(former))
                .hasValueSatisfying(why -> assertThat(why).contains("orders has 8 shards, but this instance has 6"));
        seconds(20);
        assertThat(former.owned()).isEmpty();
        assertThat(next.owned()).hasSize(8);
    }

    @Test // LEASE-11
    void storedNumberOfShardsIsInNoListOfElections() {
        Shards shards = join(2, settings("one"));
        seconds(3);
        assertThat(shards.owned()).hasSize(2);
        Baton baton = TestBaton.connect(store, time);
        assertThat(baton.elections()).contains("orders:0", "orders:1").noneMatch(name -> name.contains("layout"));
        assertThat(baton.backend().elections().toCompletableFuture().join()).contains(ShardLayout.done("orders", 1, 2));
    }

    @Test // LEASE-11
    void restartedReplicaIsNotItsOwnDuplicate() {
        Shards former = join(6, settings("same"));
        seconds(5);
        former.close();
        Shards next = join(6, settings("same"));
        seconds(60);
        assertThat(reason(next)).isEmpty();
        assertThat(next.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void shardsFollowAPlanOfTheUserAndItsDeputiesTakeOver() {
        ShardPlan evenToTheLast = (count, members) -> IntStream.range(0, count)
                .mapToObj(shard -> Optional.of(
                        members.get(shard % 2 == 0 ? members.size() - 1 : 0).id()))
                .toList();
        Shards a = join(6, settings("a").withPlan(evenToTheLast));
        Shards b = join(6, settings("b").withPlan(evenToTheLast));
        seconds(15);
        assertThat(a.owned().keySet()).containsExactly(1, 3, 5);
        assertThat(b.owned().keySet()).containsExactly(0, 2, 4);
        assertThat(a.health().get(1)).extracting(ShardHealth::state).isEqualTo(ShardHealth.State.OWNED);
        assertThat(a.health().get(0)).extracting(ShardHealth::state).isEqualTo(ShardHealth.State.STANDBY);
        b.close();
        time.advance(Duration.ofMillis(1));
        assertThat(a.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void planThatFailsOrNamesStrangersLeavesNoShardWithTwoOwners() {
        Shards failing = join(6, settings("a").withPlan((count, members) -> {
            throw new IllegalStateException("no plan");
        }));
        seconds(5);
        assertThat(failing.owned()).as("balanced shares instead").hasSize(6);
        failing.close();
        Shards strange = join(6, settings("b").withPlan((count, members) -> List.of(Optional.of("nobody"))));
        seconds(20);
        assertThat(strange.owned()).isEmpty();
    }

    private Shards join(int count, ShardSettings settings) {
        Shards shards = Shards.of(TestBaton.connect(store, time), "orders", count, settings);
        shards.start();
        return shards;
    }

    private static ShardSettings settings(String id) {
        return ShardSettings.defaults()
                .withReplica(CandidateSettings.builder().instanceId(id).build());
    }

    private static Optional<String> reason(Shards shards) {
        CompletableFuture<String> refused = shards.refused().toCompletableFuture();
        return refused.isDone() ? Optional.of(refused.join()) : Optional.empty();
    }

    private void seconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
        }
    }
}
