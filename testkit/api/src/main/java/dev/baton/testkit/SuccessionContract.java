package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.await;
import static dev.baton.testkit.ContractFixture.awaitEpoch;
import static dev.baton.testkit.ContractFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.TransferOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who leads next: by stop, transfer, priority and health. */
interface SuccessionContract {
    ContractFixture play();

    @Test // API-3
    default void stoppingEndsTheWorkAndOnlyThenReleases() {
        Candidate leader = play().candidate("leader");
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
        Candidate next = play().candidate("next");
        next.onAcquired(leadership -> order.add("next leads"));
        next.start();
        leader.close();
        awaitEpoch(next);
        await("all was told", () -> order.size() == 3);
        assertThat(order.get(0)).isEqualTo("work ended, valid=false");
        assertThat(order).contains("released", "next leads");
    }

    @Test // API-8
    default void aTransferReachesItsTargetAndNobodyElse() {
        Candidate a = play().candidate("a");
        Candidate b = play().candidate("b");
        Candidate c = play().candidate("c");
        a.start();
        awaitEpoch(a);
        b.start();
        c.start();
        await("all are on the roster", () -> play().election().roster().size() == 3);
        List<String> leaders = new CopyOnWriteArrayList<>();
        List.of(a, b, c).forEach(candidate -> candidate.onAcquired(l -> leaders.add(l.instanceId())));
        a.transferTo("c");
        awaitEpoch(c);
        play().election().transferTo("b");
        awaitEpoch(b);
        await("all was told", () -> leaders.size() >= 2);
        assertThat(leaders).containsExactly("c", "b");
    }

    @Test // API-8
    default void aLeaderCanHandBackToTheOneThatHasJustYieldedToIt() {
        Duration forLong = Duration.ofMinutes(10);
        Candidate a = play().candidate(play().connect(), settings("a").reacquireDelay(forLong));
        Candidate b = play().candidate(play().connect(), settings("b").reacquireDelay(forLong));
        a.start();
        awaitEpoch(a);
        b.start();
        await("both are on the roster", () -> play().election().roster().size() == 2);
        a.transferTo("b");
        awaitEpoch(b);
        b.transferTo("a");
        awaitEpoch(a);
        a.transferTo("b");
        awaitEpoch(b);
    }

    @Test // API-8
    default void aTransferToNobodyChangesNothing() {
        Candidate leader = play().candidate("leader");
        leader.start();
        long epoch = awaitEpoch(leader);
        assertThat(leader.transferTo("nobody")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        assertThat(leader.leadership().map(Leadership::epoch)).contains(epoch);
    }

    @Test // API-8
    default void ofTwoStandbysTheOneOfHigherPriorityGoesFirst() {
        Candidate leader = play().candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate low = play().candidate(play().connect(), settings("low"));
        Candidate high = play().candidate(play().connect(), settings("high").priority(10));
        high.start();
        await("the favourite is known", () -> play().election().roster().size() == 2);
        low.start();
        await("all are on the roster", () -> play().election().roster().size() == 3);
        leader.close();
        awaitEpoch(high);
        assertThat(low.isLeader()).isFalse();
    }

    @Test // API-8
    default void anUnhealthyCandidateDoesNotStandAndAnUnhealthyLeaderYields() {
        AtomicBoolean healthy = new AtomicBoolean(false);
        Candidate ill = play().candidate(
                        play().connect(),
                        settings("ill").healthCheck(healthy::get).healthInterval(Duration.ofMillis(20)));
        List<EndReason> ends = new CopyOnWriteArrayList<>();
        ill.onReleased(released -> ends.add(released.reason()));
        ill.start();
        Candidate well = play().candidate("well");
        well.start();
        awaitEpoch(well);
        well.close();
        await(
                "the unhealthy one is on the roster",
                () -> play().election().roster().stream()
                        .anyMatch(frame -> frame.instanceId().equals("ill") && !frame.healthy()));
        assertThat(ill.isLeader()).isFalse();
        healthy.set(true);
        awaitEpoch(ill);
        healthy.set(false);
        await("it yields", () -> ends.equals(List.of(EndReason.UNHEALTHY)));
        assertThat(ill.isLeader()).isFalse();
    }
}
