package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.HealthCheck;
import dev.baton.InstanceStatus;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Errors of the user's code and of the machine must not end the assignment of shards. */
class ShardErrorsTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final FaultyBackend faulty = new FaultyBackend(store.open(time));

    @Test // LEASE-11
    void listenerThatThrowsStopsNoShardFromMovingOrComingBack() {
        Shards one = shards(TestBaton.connect(store, time), settings("one"));
        one.listen((shard, event) -> {
            throw new IllegalStateException("this listener fails");
        });
        one.start();
        seconds(3);
        assertThat(one.owned()).hasSize(6);
        Shards two = started(TestBaton.connect(store, time), settings("two"));
        seconds(15);
        assertThat(one.owned()).hasSize(3);
        assertThat(two.owned()).hasSize(3);
        two.close();
        seconds(15);
        assertThat(one.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void numberOfShardsThatCouldNotBeReadIsReadAgainAndTheCauseIsShown() {
        faulty.rejecting = true;
        Shards shards = started(faulty(), settings("one"));
        seconds(5);
        assertThat(shards.owned()).isEmpty();
        assertThat(shards.health().values())
                .allSatisfy(health -> assertThat(health.reason())
                        .contains("could not read the number of shards of orders", "no thread for the request"));
        faulty.rejecting = false;
        seconds(5);
        assertThat(shards.owned()).hasSize(6);
        assertThat(shards.health().values()).extracting(ShardHealth::state).containsOnly(ShardHealth.State.OWNED);
    }

    @Test // LEASE-11
    void rosterIsReadAndPublishedAgainAfterRequestsThatCouldNotBeSent() {
        Shards one = started(faulty(), settings("one"));
        seconds(5);
        assertThat(one.owned()).hasSize(6);
        faulty.rejecting = true;
        seconds(20);
        faulty.rejecting = false;
        Baton other = TestBaton.connect(store, time);
        Shards two = started(other, settings("two"));
        seconds(20);
        assertThat(one.owned()).hasSize(3);
        assertThat(two.owned()).hasSize(3);
        assertThat(other.backend().roster().list("orders").toCompletableFuture().join())
                .extracting(InstanceStatus::instanceId)
                .contains("one", "two");
    }

    @Test // LEASE-11
    void planThatEndsInAnErrorIsReplacedByBalancedShares() {
        Shards shards = started(TestBaton.connect(store, time), settings("one").withPlan((count, members) -> {
            throw new NoClassDefFoundError("a part of the plan is missing");
        }));
        seconds(5);
        assertThat(shards.owned()).hasSize(6);
    }

    @Test // LEASE-11
    void replicaWhoseHealthCheckHangsGivesUpItsShardsUntilItReturns() {
        AtomicBoolean hangs = new AtomicBoolean();
        CountDownLatch repaired = new CountDownLatch(1);
        Shards hanging = started(TestBaton.connect(store, time), settings("hanging", () -> {
            if (hangs.get()) {
                repaired.await();
            }
            return true;
        }));
        Shards other = started(TestBaton.connect(store, time), settings("other"));
        seconds(10);
        assertThat(hanging.owned()).hasSize(3);
        hangs.set(true);
        seconds(10);
        assertThat(hanging.owned()).isEmpty();
        assertThat(other.owned()).hasSize(6);
        repaired.countDown();
        Awaitility.await().until(() -> {
            seconds(1);
            return hanging.owned().size() == 3;
        });
    }

    private Baton faulty() {
        return BatonRuntime.over(time.environment(), clock -> faulty);
    }

    private static Shards shards(Baton baton, ShardSettings settings) {
        return Shards.of(baton, "orders", 6, settings);
    }

    private static Shards started(Baton baton, ShardSettings settings) {
        Shards shards = shards(baton, settings);
        shards.start();
        return shards;
    }

    private static ShardSettings settings(String id) {
        return settings(id, HealthCheck.ALWAYS);
    }

    private static ShardSettings settings(String id, HealthCheck check) {
        return ShardSettings.defaults()
                .withReplica(CandidateSettings.builder()
                        .instanceId(id)
                        .healthCheck(check)
                        .build());
    }

    private void seconds(int seconds) {
        for (int i = 0; i < seconds; i++) {
            time.advance(Duration.ofSeconds(1));
        }
    }
}
