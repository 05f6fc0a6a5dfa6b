package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.TransferDecision;
import dev.baton.TransferOutcome;
import dev.baton.spi.Backend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The next leader after a stop, a transfer, or by priority and health. */
interface SuccessionContract {
    ContractFixture fixture();

    @Test // API-3
    default void stopEndsTheWorkBeforeTheRelease() {
        Candidate leader = fixture().candidate(settings("leader"));
        List<String> order = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        leader.whileLeading(leadership -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                order.add("work ended, valid=" + leadership.isValid());
            }
        });
        leader.onReleased(released -> order.add("released"));
        leader.start();
        await("the work has begun", () -> begun.getCount() == 0);
        Candidate next = fixture().candidate(settings("next"));
        next.onAcquired(leadership -> order.add("next leads"));
        next.start();
        leader.close();
        awaitEpoch(next);
        await("all events are delivered", () -> order.size() == 3);
        assertThat(order.get(0)).isEqualTo("work ended, valid=false");
        assertThat(order).contains("released", "next leads");
    }

    @Test // API-8
    default void transferReachesOnlyItsTarget() {
        Candidate a = fixture().leader("a");
        Candidate b = fixture().started("b");
        Candidate c = fixture().started("c");
        fixture().awaitRosterSize(3);
        // By epoch: the events of different candidates are not delivered in a common order.
        Map<Long, String> leaders = new ConcurrentSkipListMap<>();
        List.of(a, b, c).forEach(candidate -> candidate.onAcquired(l -> leaders.put(l.epoch(), l.instanceId())));
        a.transferTo("c");
        awaitEpoch(c);
        fixture().election().transferTo("b", "request-1");
        await(
                "the roster has the leader's answer",
                () -> fixture()
                        .election()
                        .transferResult("request-1")
                        .filter(result -> result.decision() == TransferDecision.ACCEPTED)
                        .isPresent());
        awaitEpoch(b);
        await("all events are delivered", () -> leaders.size() >= 2);
        assertThat(leaders.values()).containsExactly("c", "b");
    }

    @Test // API-8
    default void leaderCanTransferBackToItsPredecessor() {
        Duration longDelay = Duration.ofMinutes(10);
        Candidate a = fixture().candidate(settings("a").reacquireDelay(longDelay));
        Candidate b = fixture().candidate(settings("b").reacquireDelay(longDelay));
        a.start();
        awaitEpoch(a);
        b.start();
        fixture().awaitRosterSize(2);
        a.transferTo("b");
        awaitEpoch(b);
        b.transferTo("a");
        awaitEpoch(a);
        a.transferTo("b");
        awaitEpoch(b);
    }

    @Test // API-8
    default void candidatesOfBatonAreNoObstacleForATransfer() throws Exception {
        fixture().leader("a");
        fixture().started("b");
        fixture().started("c");
        fixture().awaitRosterSize(3);
        try (Backend observer = fixture().open()) {
            for (String successor : List.of("b", "c")) {
                assertThat(observer.transferObstacle(ContractFixture.ELECTION, successor)
                                .toCompletableFuture()
                                .get(10, TimeUnit.SECONDS))
                        .isEmpty();
            }
        }
    }

    @Test // API-8
    default void transferToUnknownTargetChangesNothing() {
        Candidate leader = fixture().started("leader");
        long epoch = awaitEpoch(leader);
        assertThat(leader.transferTo("absent")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        assertThat(leader.leadership().map(Leadership::epoch)).contains(epoch);
    }

    @Test // API-8
    default void standbyWithHigherPriorityGoesFirst() {
        // Others wait for 250 ms only. A machine that is too busy for a request in this time gets a second chance, in
        // which it must succeed twice.
        if (!higherPriorityGoesFirst("1")) {
            assertThat(higherPriorityGoesFirst("2") && higherPriorityGoesFirst("3"))
                    .as("the standby with the higher priority goes first")
                    .isTrue();
        }
    }

    private boolean higherPriorityGoesFirst(String round) {
        fixture().awaitRosterSize(0);
        Candidate leader = fixture().leader("leader" + round);
        Candidate low = fixture().candidate(settings("low" + round));
        Candidate high = fixture().candidate(settings("high" + round).priority(10));
        high.start();
        fixture().awaitRosterSize(2);
        low.start();
        fixture().awaitRosterSize(3);
        leader.close();
        await("one of the standbys leads", () -> high.isLeader() || low.isLeader());
        boolean first = high.isLeader();
        low.close();
        high.close();
        return first;
    }

    @Test // API-8
    default void unhealthyCandidateDoesNotLeadAndUnhealthyLeaderStepsDown() {
        AtomicBoolean healthy = new AtomicBoolean(false);
        Candidate sick =
                fixture().candidate(settings("sick").healthCheck(healthy::get).healthInterval(Duration.ofMillis(20)));
        List<EndReason> ends = new CopyOnWriteArrayList<>();
        sick.onReleased(released -> ends.add(released.reason()));
        sick.start();
        fixture().leader("other").close();
        await(
                "the unhealthy candidate is on the roster",
                () -> fixture().election().roster().stream()
                        .anyMatch(status -> status.instanceId().equals("sick") && !status.healthy()));
        assertThat(sick.isLeader()).isFalse();
        healthy.set(true);
        awaitEpoch(sick);
        healthy.set(false);
        await("it steps down", () -> ends.equals(List.of(EndReason.UNHEALTHY)));
        assertThat(sick.isLeader()).isFalse();
    }
}
