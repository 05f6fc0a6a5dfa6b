package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.LeadershipLostException;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.control.LentLeadership;
import dev.baton.node.database.TermWriter.Grant;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the ledger promises, on either database. */
abstract class LedgerContract {
    private static final Duration TTL = Duration.ofSeconds(30);

    private JobDatabase ledger;
    private TermWriter first;
    private long firstEpoch;

    abstract String url();

    @BeforeEach
    void aLeader() {
        ledger = JobDatabase.open(url());
        LentLeadership mandate = term(ledger, "a", 1);
        firstEpoch = mandate.epoch();
        first = new TermWriter(ledger, mandate);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    static LentLeadership term(JobDatabase ledger, String node, long lockEpoch) {
        LentLeadership lent = new LentLeadership(
                node, lockEpoch, BatonClock.system().now().plus(Duration.ofMinutes(1)), BatonClock.system());
        return lent.withEpoch(ledger.beginTerm(node, "http://" + node, lockEpoch, 0, lent::withEpoch)
                .term()
                .leaderEpoch());
    }

    private static JobSpec order(String name, Optional<Integer> attempts, int priority) {
        return new JobSpec(name, Optional.of("{\"n\":1}"), List.of("true"), JobSpec.USUAL_TIMEOUT, attempts, priority);
    }

    private Job submitted(Optional<Integer> attempts) {
        return ((SubmissionResult.Accepted) first.submit(order("work", attempts, 0), Optional.empty())).job();
    }

    private static JobOutcome outcome(Grant grant, boolean succeeded) {
        return new JobOutcome(
                grant.job().id(),
                grant.lease().id(),
                grant.lease().jobEpoch(),
                succeeded,
                Optional.of(succeeded ? 0 : 1),
                Optional.of("said"));
    }

    private Grant granted(TermWriter writer) {
        return writer.grant("w", TTL, false).orElseThrow();
    }

    @Test // NODE-3
    void leaderEpochIsTheLocksOrOneMoreThanTheStores() {
        assertThat(firstEpoch).isEqualTo(1);
        assertThat(term(ledger, "b", 7).epoch()).isEqualTo(7);
        assertThat(term(ledger, "a", 8).epoch()).isEqualTo(8);
        // The lock's directory was lost, and its epochs start over.
        assertThat(term(ledger, "b", 1).epoch()).isEqualTo(9);
        assertThat(ledger.latestTerm().orElseThrow()).isEqualTo(new LeaderTerm(9, "b", "http://b", 1));
    }

    @Test // NODE-3
    void aTermIsAboveAllOthersWhateverItsLeaderHasHeard() {
        term(ledger, "b", 7);
        LentLeadership lent =
                new LentLeadership("a", 2, BatonClock.system().now().plus(Duration.ofMinutes(1)), BatonClock.system());
        for (long heard : new long[] {0, 3, 7, 8}) {
            long latest = ledger.latestTerm().orElseThrow().leaderEpoch();
            LeaderTerm begun =
                    ledger.beginTerm("a", "http://a", 2, heard, lent::withEpoch).term();
            assertThat(begun.leaderEpoch()).isGreaterThan(latest);
            assertThat(ledger.latestTerm()).contains(begun);
        }
    }

    @Test // NODE-8
    void aTermFindsTheLeasesThatCount() {
        submitted(Optional.empty());
        submitted(Optional.empty());
        Grant over = granted(first);
        Grant counts = granted(first);
        first.finish(outcome(over, true), false);
        LentLeadership lent =
                new LentLeadership("b", 2, BatonClock.system().now().plus(Duration.ofMinutes(1)), BatonClock.system());

        StartedTerm begun = ledger.beginTerm("b", "http://b", 2, 0, lent::withEpoch);

        assertThat(begun.found()).containsExactly(counts.lease());
    }

    @Test // NODE-3
    void termsThatBeginAtOnceHaveDifferentEpochs() throws Exception {
        var pool = Executors.newFixedThreadPool(4);
        try {
            CountDownLatch go = new CountDownLatch(1);
            var terms = IntStream.range(0, 8)
                    .mapToObj(i -> pool.submit(() -> {
                        go.await();
                        return term(ledger, "n" + i, 1).epoch();
                    }))
                    .toList();
            go.countDown();
            List<Long> epochs = new java.util.ArrayList<>();
            for (var term : terms) {
                epochs.add(term.get());
            }
            assertThat(epochs).doesNotHaveDuplicates().allMatch(epoch -> epoch > 1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test // NODE-7
    void theDatabaseRefusesEveryWriteOfAnEarlierTerm() {
        submitted(Optional.empty());
        Grant grant = granted(first);
        TermWriter second = new TermWriter(ledger, term(ledger, "b", 2));
        long events = ledger.lastEvent();

        assertThatThrownBy(() -> submitted(Optional.empty())).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> granted(first)).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.renew(grant.lease().id(), 1, Optional.empty(), false))
                .isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.finish(outcome(grant, true), false)).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.cancel(grant.job().id())).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.lapse(grant.lease().id())).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.delete("w")).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.seen("w")).isInstanceOf(StaleEpochException.class);

        assertThat(ledger.lastEvent()).isEqualTo(events);
        assertThat(ledger.job(grant.job().id()).orElseThrow().state()).isEqualTo(JobState.LEASED);
        assertThat(second.finish(outcome(grant, true), false)).isInstanceOf(LeaseReceipt.Taken.class);
        assertThat(ledger.job(grant.job().id()).orElseThrow().leaderEpoch()).isEqualTo(2);
    }

    @Test // NODE-7
    void aMandateThatRanOutSendsNothing() {
        LentLeadership over =
                new LentLeadership("a", firstEpoch, BatonClock.system().now(), BatonClock.system());
        assertThatThrownBy(() -> new TermWriter(ledger, over).seen("w")).isInstanceOf(LeadershipLostException.class);
    }

    @Test // NODE-8
    void aLeaseThatRanOutQueuesItsJobUnderTheNextEpoch() {
        Job job = submitted(Optional.empty());
        Grant grant = granted(first);
        assertThat(grant.job().jobEpoch()).isEqualTo(1);
        Job queued = first.lapse(grant.lease().id()).orElseThrow();
        assertThat(queued.state()).isEqualTo(JobState.QUEUED);
        assertThat(queued.jobEpoch()).isEqualTo(2);
        assertThat(first.lapse(grant.lease().id())).isEmpty();
        assertThat(first.finish(outcome(grant, true), false)).isEqualTo(new LeaseReceipt.Stale(2));

        Grant again = granted(first);
        assertThat(again.job().id()).isEqualTo(job.id());
        assertThat(again.job().attempt()).isEqualTo(2);
        assertThat(first.finish(outcome(grant, true), false)).isEqualTo(new LeaseReceipt.Stale(2));
        assertThat(first.finish(outcome(again, true), false)).isInstanceOf(LeaseReceipt.Taken.class);
    }

    @Test // NODE-8
    void aJobWhoseLastLeaseRanOutIsDead() {
        Job job = submitted(Optional.of(1));
        first.lapse(granted(first).lease().id());
        assertThat(ledger.job(job.id()).orElseThrow().state()).isEqualTo(JobState.DEAD);
        assertThat(first.grant("w", TTL, false)).isEmpty();
    }

    @Test // NODE-8
    void aResultIsCommittedOnceHoweverOftenItComes() {
        submitted(Optional.empty());
        Grant grant = granted(first);
        assertThat(first.finish(outcome(grant, true), false)).isInstanceOf(LeaseReceipt.Taken.class);
        long events = ledger.lastEvent();
        assertThat(first.finish(outcome(grant, true), false)).isInstanceOf(LeaseReceipt.Taken.class);
        assertThat(first.finish(outcome(grant, false), false)).isInstanceOf(LeaseReceipt.Stale.class);
        assertThat(ledger.lastEvent()).isEqualTo(events);
        Job job = ledger.job(grant.job().id()).orElseThrow();
        assertThat(job.state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(job.output()).contains("said");
        assertThat(job.exitCode()).contains(0);
    }

    @Test // NODE-8
    void aFailureIsTriedAgainOnlyWhenAttemptsWereAskedFor() {
        Job once = submitted(Optional.empty());
        first.finish(outcome(granted(first), false), false);
        assertThat(ledger.job(once.id()).orElseThrow().state()).isEqualTo(JobState.FAILED);

        Job twice = submitted(Optional.of(2));
        Grant grant = granted(first);
        first.finish(outcome(grant, false), false);
        assertThat(ledger.job(twice.id()).orElseThrow().state()).isEqualTo(JobState.QUEUED);
        assertThat(first.finish(outcome(grant, false), false)).isInstanceOf(LeaseReceipt.Taken.class);
        first.finish(outcome(granted(first), false), false);
        assertThat(ledger.job(twice.id()).orElseThrow().state()).isEqualTo(JobState.FAILED);
    }

    @Test // NODE-8
    void aRenewalNeedsTheEpochOfItsLease() {
        submitted(Optional.empty());
        Grant grant = granted(first);
        String id = grant.lease().id();
        assertThat(first.renew(id, 1, Optional.of("so far"), false).receipt()).isInstanceOf(LeaseReceipt.Taken.class);
        assertThat(ledger.job(grant.job().id()).orElseThrow().output()).contains("so far");
        assertThat(first.renew(id, 2, Optional.empty(), false).receipt()).isEqualTo(new LeaseReceipt.Stale(1));
        assertThat(first.renew("none", 1, Optional.empty(), false).receipt()).isEqualTo(new LeaseReceipt.Unknown());
        first.cancel(grant.job().id());
        assertThat(first.renew(id, 1, Optional.empty(), false).receipt()).isEqualTo(new LeaseReceipt.Stale(2));
    }

    @Test // NODE-9
    void whileDrainingOnlyLeasesOfThisTermCount() {
        submitted(Optional.empty());
        submitted(Optional.empty());
        Grant earlier = granted(first);
        TermWriter second = new TermWriter(ledger, term(ledger, "b", 2));
        Grant own = granted(second);
        assertThat(second.finish(outcome(earlier, true), true)).isEqualTo(new LeaseReceipt.EarlierTerm());
        assertThat(second.finish(outcome(own, true), true)).isInstanceOf(LeaseReceipt.Taken.class);
        assertThat(second.finish(outcome(earlier, true), false)).isInstanceOf(LeaseReceipt.Taken.class);
    }

    @Test // NODE-5
    void aKeyMakesOneJobAndTakesNoOtherRequest() {
        IdempotencyKey key = new IdempotencyKey("k", "p");
        SubmissionResult.Accepted made =
                (SubmissionResult.Accepted) first.submit(order("j", Optional.empty(), 0), Optional.of(key));
        assertThat(first.submit(order("j", Optional.empty(), 0), Optional.of(key)))
                .isEqualTo(new SubmissionResult.Accepted(made.job(), false));
        assertThat(first.submit(order("x", Optional.empty(), 0), Optional.of(new IdempotencyKey("k", "q"))))
                .isEqualTo(new SubmissionResult.KeyTaken());
        assertThat(ledger.jobs(new JobQuery(Optional.empty(), 10, Optional.empty()))
                        .orElseThrow())
                .hasSize(1);
    }

    @Test // NODE-5
    void aDeletedAgentLosesItsLeasesAndMayComeBack() {
        Job job = submitted(Optional.of(1));
        Grant grant = granted(first);
        assertThat(first.delete("nobody")).isEmpty();
        assertThat(first.delete("w").orElseThrow()).extracting(Job::id).containsExactly(job.id());
        assertThat(ledger.agents()).singleElement().matches(AgentRecord::deleted);
        assertThat(first.finish(outcome(grant, true), false)).isEqualTo(new LeaseReceipt.Stale(2));
        assertThat(granted(first).job().jobEpoch()).isEqualTo(2);
        assertThat(ledger.agents()).singleElement().matches(agent -> !agent.deleted() && agent.leases() == 1);
    }

    @Test // NODE-4
    void jobsAreLeasedByPriorityAndListedInPagesByAge() {
        first.submit(order("low", Optional.empty(), 0), Optional.empty());
        first.submit(order("high", Optional.empty(), 9), Optional.empty());
        first.submit(order("low2", Optional.empty(), 0), Optional.empty());
        assertThat(granted(first).job().order().name()).isEqualTo("high");
        List<Job> page =
                ledger.jobs(new JobQuery(Optional.empty(), 2, Optional.empty())).orElseThrow();
        assertThat(page).extracting(job -> job.order().name()).containsExactly("low", "high");
        assertThat(ledger.jobs(new JobQuery(
                                Optional.empty(), 2, Optional.of(page.get(1).id())))
                        .orElseThrow())
                .extracting(job -> job.order().name())
                .containsExactly("low2");
        List<Job> newest = ledger.jobs(new JobQuery(Optional.empty(), 2, Optional.empty(), true))
                .orElseThrow();
        assertThat(newest).extracting(job -> job.order().name()).containsExactly("low2", "high");
        assertThat(ledger.jobs(new JobQuery(
                                Optional.empty(), 2, Optional.of(newest.get(1).id()), true))
                        .orElseThrow())
                .extracting(job -> job.order().name())
                .containsExactly("low");
        assertThat(ledger.jobs(new JobQuery(Optional.of(JobState.LEASED), 2, Optional.empty(), true))
                        .orElseThrow())
                .hasSize(1);
        assertThat(ledger.jobs(new JobQuery(Optional.of(JobState.LEASED), 2, Optional.empty()))
                        .orElseThrow())
                .hasSize(1);
        assertThat(ledger.jobs(new JobQuery(Optional.empty(), 2, Optional.of("none"))))
                .isEmpty();
    }

    @Test // NODE-4
    void eventsAreNumberedInTheOrderOfTheirCommits() {
        long before = ledger.lastEvent();
        submitted(Optional.empty());
        first.finish(outcome(granted(first), true), false);
        List<JobEvent> events = ledger.eventsAfter(before, 10);
        assertThat(events)
                .extracting(event -> event.data().replaceAll(".*\"state\":\"(\\w+)\".*", "$1"))
                .containsExactly("queued", "leased", "succeeded");
        assertThat(ledger.eventsAfter(events.get(0).id(), 1)).containsExactly(events.get(1));
    }
}
