package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.store.ObjectKey;
import dev.baton.store.PutOutcome;
import dev.baton.store.UpdateOutcome;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Replicas with their threads, over one store and one driver. */
class ReconcilerTest extends ReplicaFixture {
    private static final ReconcileSettings SETTINGS =
            ReconcileSettings.defaults().withRetries(Duration.ofMillis(5), Duration.ofMillis(50));

    @Test // LEASE-4, LEASE-5, LEASE-8
    void allReplicasWatchOneWritesAndAStandbyContinuesWhenItCloses() {
        List<Reconciler<String, String>> replicas =
                List.of(replica("a", SETTINGS), replica("b", SETTINGS), replica("c", SETTINGS));
        await(() -> replicas.stream().filter(Reconciler::isReconciling).count() == 1);
        resources.create("x", "spec");
        driver.set("x", ResourceCondition.READY, "up");
        await(() -> phase("x") == ResourcePhase.READY);
        await(() -> replicas.stream()
                .allMatch(one ->
                        one.index().equals(Map.of("x", new ResourceSighting<>(ResourceCondition.READY, "up")))));
        assertThat(driver.watches).hasValue(3);
        long epoch = resources.get("x").orElseThrow().value().epoch();
        assertThat(epoch).isPositive();
        Reconciler<String, String> first =
                replicas.stream().filter(Reconciler::isReconciling).findFirst().orElseThrow();
        first.close();
        assertThat(first.isReconciling()).isFalse();
        driver.set("x", ResourceCondition.DELETING, "going");
        await(() -> phase("x") == ResourcePhase.DELETING);
        assertThat(resources.get("x").orElseThrow().value().epoch()).isGreaterThan(epoch);
    }

    @Test // LEASE-4, LEASE-8
    void threeReplicasCallTheDriverNoMoreOftenThanOne() {
        int one = callsOf(1);
        int three = callsOf(3);
        System.out.println("list and get calls: one replica " + one + ", three replicas " + three);
        assertThat(three).isLessThanOrEqualTo(one * 11 / 10).isPositive();
    }

    /** Ten sweeps on virtual time, with a change that only a sweep can find in each. */
    private int callsOf(int replicas) {
        VirtualTime time = new VirtualTime();
        MemoryStore elections = new MemoryStore();
        MemoryDriver counted = new MemoryDriver();
        Resources<String, String> records =
                new Resources<>(store, "counted-" + replicas, ResourceCodec.plain(), ResourceCodec.plain());
        records.create("x", "spec");
        List<AutoCloseable> fleet = new ArrayList<>();
        for (int i = 0; i < replicas; i++) {
            Baton baton = TestBaton.connect(elections, time);
            Reconciler<String, String> replica = Reconciler.gatedBy(
                            baton.candidate("counted"), records, counted, SETTINGS)
                    .on(time);
            replica.start();
            fleet.add(0, baton);
            fleet.add(0, replica);
        }
        time.advance(Duration.ofMillis(1));
        for (int sweep = 1; sweep <= 10; sweep++) {
            String status = "status " + sweep;
            counted.setSilently("x", ResourceCondition.PENDING, status);
            for (int second = 0; second < 60; second++) {
                time.advance(Duration.ofSeconds(1));
            }
            await(() -> records.get("x").orElseThrow().value().status().equals(Optional.of(status)));
        }
        int calls = counted.lists.get() + counted.gets.get();
        fleet.forEach(one -> {
            try {
                one.close();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        return calls;
    }

    @Test // LEASE-8
    void everyReplicaCanCreateUpdateAndDeleteWithoutALeader() {
        assertThat(resources.create("x", "one")).isInstanceOf(PutOutcome.Stored.class);
        assertThat(resources.create("x", "two")).isInstanceOf(PutOutcome.Conflict.class);
        long version = resources.get("x").orElseThrow().resourceVersion();
        assertThat(resources.update("x", version, "three")).isInstanceOf(UpdateOutcome.Updated.class);
        assertThat(resources.update("x", version, "four")).isInstanceOf(UpdateOutcome.Conflict.class);
        assertThat(resources.delete("x")).isInstanceOf(UpdateOutcome.Updated.class);
        assertThat(resources.get("x").orElseThrow().value())
                .isEqualTo(new Resource<>("three", ResourcePhase.DELETING, Optional.empty(), 0, true, 0));
        assertThat(resources.delete("nobody")).isInstanceOf(UpdateOutcome.Absent.class);
    }

    @Test // LEASE-7, LEASE-8
    void brokenWatchIsReopenedAndMissedChangesAreFound() {
        Reconciler<String, String> replica = replica("a", SETTINGS);
        driver.set("kept", ResourceCondition.READY, "up");
        driver.set("lost", ResourceCondition.READY, "up");
        resources.create("kept", "spec");
        await(() -> replica.index().size() == 2);
        driver.breakDown(true);
        driver.lose("lost");
        driver.setSilently("kept", ResourceCondition.DELETING, "going");
        int before = driver.watches.get();
        await(() -> driver.watches.get() > before + 2);
        assertThat(replica.isWarm()).isFalse();
        driver.breakDown(false);
        await(() -> replica.isWarm() && replica.index().keySet().equals(Set.of("kept")));
        await(() -> phase("kept") == ResourcePhase.DELETING);
    }

    @Test // LEASE-8
    void closeEndsWatchOfDriverThatTurnsTheInterruptIntoAnotherException() {
        driver.hideInterrupts();
        Reconciler<String, String> replica = replica("a", SETTINGS);
        await(replica::isWarm);
        replica.close();
        assertThat(driver.watches).hasValue(1);
    }

    @Test // LEASE-6
    void singleReplicaReconcilesWithoutAnElection() {
        Reconciler<String, String> alone = Reconciler.alone(resources, driver, SETTINGS);
        opened.add(0, alone);
        alone.start();
        resources.create("x", "spec");
        driver.set("x", ResourceCondition.READY, "up");
        await(() -> phase("x") == ResourcePhase.READY);
        assertThat(alone.isReconciling()).isTrue();
        assertThat(store.get(new ObjectKey(FencedWrites.TYPE, "sandbox"))).isEmpty();
        alone.close();
        assertThat(alone.isReconciling()).isFalse();
    }

    @Test // LEASE-7
    void platformEventTriggersAFullSweep() {
        Reconciler<String, String> replica = replica("a", SETTINGS);
        resources.create("x", "spec");
        driver.setSilently("x", ResourceCondition.READY, "up");
        await(() -> replica.isReconciling() && replica.isWarm() && driver.lists.get() >= 1);
        driver.platform("node restarted");
        await(() -> phase("x") == ResourcePhase.READY);
    }
}
