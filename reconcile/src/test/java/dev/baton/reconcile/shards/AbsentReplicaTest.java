package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.LeaderInfo;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.testkit.FreezableLoop;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a replica leads that was away during a change of the number of shards: frozen, or cut off from the store. */
class AbsentReplicaTest {
    private static final int FORMER = 6;
    private static final int NEXT = 8;

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final FreezableLoop loop = new FreezableLoop(time);
    private final FaultyBackend backend = new FaultyBackend(store.open(time));
    private final Baton observer = TestBaton.connect(store, time);
    private final Set<Integer> worked = ConcurrentHashMap.newKeySet();

    private enum Absence {
        FROZEN,
        CUT_OFF
    }

    @ParameterizedTest // LEASE-11
    @CsvSource({"FROZEN, true", "FROZEN, false", "CUT_OFF, true", "CUT_OFF, false"})
    void replicaThatWasAwayDuringTheWholeChangeOwnsNothingAfterIt(Absence absence, boolean nextRuns) {
        Shards away = workingReplica();
        leave(absence);
        seconds(MemoryStore.CLAIM_TIMEOUT.toSeconds() + 1);
        change("begun");
        change("done");
        Optional<Shards> next =
                nextRuns ? Optional.of(replica(TestBaton.connect(store, time), "next", NEXT)) : Optional.empty();
        seconds(5);
        next.ifPresent(shards -> assertThat(shards.owned()).hasSize(NEXT));
        worked.clear();
        comeBack(absence);
        for (int tick = 0; tick < 600; tick++) {
            time.advance(Duration.ofMillis(100));
            assertThat(away.owned()).as("after %s ms", 100 * tick).isEmpty();
            next.ifPresent(shards -> assertThat(shards.owned()).hasSize(NEXT));
        }
        assertThat(reason(away)).contains("orders has 8 shards, but this instance has 6");
        assertThat(worked).as("shards on which work has begun").isEmpty();
        assertThatNobodyLeadsBut(nextRuns ? "next" : "nobody");
        away.close();
    }

    @ParameterizedTest // LEASE-11
    @CsvSource({"FROZEN", "CUT_OFF"})
    void replicaThatComesBackDuringTheChangeDoesNotHoldItUp(Absence absence) {
        Shards away = workingReplica();
        leave(absence);
        seconds(MemoryStore.CLAIM_TIMEOUT.toSeconds() + 1);
        change("begun");
        worked.clear();
        comeBack(absence);
        for (int tick = 0; tick < 600; tick++) {
            time.advance(Duration.ofMillis(100));
            assertThat(away.owned()).as("after %s ms", 100 * tick).isEmpty();
        }
        assertThat(reason(away)).contains("is being changed from 6 to 8");
        assertThat(worked).as("shards on which work has begun").isEmpty();
        assertThatNobodyLeadsBut("nobody");
        away.close();
    }

    @Test // LEASE-11
    void replicaThatWasAwayWithoutAChangeContinues() {
        Shards away = workingReplica();
        leave(Absence.FROZEN);
        seconds(MemoryStore.CLAIM_TIMEOUT.toSeconds() + 1);
        comeBack(Absence.FROZEN);
        seconds(30);
        assertThat(away.owned()).hasSize(FORMER);
        away.close();
    }

    private Shards workingReplica() {
        Baton baton = BatonRuntime.over(loop.environment(time, time.environment()), clock -> backend);
        Shards shards = replica(baton, "away", FORMER);
        seconds(5);
        assertThat(shards.owned()).hasSize(FORMER);
        Awaitility.await().until(() -> worked.size() == FORMER);
        return shards;
    }

    private Shards replica(Baton baton, String id, int count) {
        ShardSettings settings = ShardSettings.defaults()
                .withReplica(CandidateSettings.builder().instanceId(id).build());
        Shards shards = Shards.of(baton, "orders", count, settings).whileOwning((shard, leadership) -> {
            if (id.equals("away")) {
                worked.add(shard);
            }
            new CountDownLatch(1).await();
        });
        shards.start();
        return shards;
    }

    private void leave(Absence absence) {
        if (absence == Absence.FROZEN) {
            loop.freeze();
        } else {
            backend.cut = true;
        }
    }

    private void comeBack(Absence absence) {
        if (absence == Absence.FROZEN) {
            loop.thaw();
        } else {
            backend.cut = false;
        }
    }

    private void change(String part) {
        String name = part.equals("begun") ? ShardLayout.begun("orders", 2, NEXT) : ShardLayout.done("orders", 2, NEXT);
        new ShardLayoutStore(observer.backend(), "orders", "resize")
                .store(name)
                .toCompletableFuture()
                .join();
    }

    private void assertThatNobodyLeadsBut(String id) {
        for (int shard = 0; shard < NEXT; shard++) {
            assertThat(observer.election("orders:" + shard).leader().map(LeaderInfo::instanceId))
                    .as("leader of orders:%s", shard)
                    .matches(leader -> leader.isEmpty() || Objects.equals(leader.get(), id));
        }
    }

    private static String reason(Shards shards) {
        return shards.refused().toCompletableFuture().getNow("not refused");
    }

    private void seconds(long seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
        }
    }
}
