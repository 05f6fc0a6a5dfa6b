package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.LeadershipLostException;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.control.Controller;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.database.TermWriter.Grant;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutput;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import dev.baton.node.job.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of the job database, for both dialects. */
abstract class JobDatabaseContract extends JobDatabaseFixture {
    private static final JobOutput SO_FAR = new JobOutput("so far", Optional.of(100_000L));

    @Test // NODE-3
    void leaderEpochIsTheLockEpochOrOneAboveTheHighestInTheStore() {
        assertThat(firstEpoch).isEqualTo(1);
        assertThat(beginTerm(database, "b", 7).epoch()).isEqualTo(7);
        assertThat(beginTerm(database, "a", 8).epoch()).isEqualTo(8);
        // The directory of the lock was deleted, so its epochs start again.
        assertThat(beginTerm(database, "b", 1).epoch()).isEqualTo(9);
        assertThat(database.latestTerm().orElseThrow()).isEqualTo(new LeaderTerm(9, "b", "http://b", 1));
    }

    @Test // NODE-3
    void newTermIsAboveAllOthersWhateverEpochItsLeaderKnows() {
        beginTerm(database, "b", 7);
        DeadlineLeadership granted = granted("a", 2);
        for (long known : new long[] {0, 3, 7, 8}) {
            long latest = database.latestTerm().orElseThrow().leaderEpoch();
            LeaderTerm begun = database.beginTerm("a", "http://a", 2, known, granted::withEpoch)
                    .term();
            assertThat(begun.leaderEpoch()).isGreaterThan(latest);
            assertThat(database.latestTerm()).contains(begun);
        }
    }

    @Test // NODE-8
    void newTermInheritsTheCurrentLeases() {
        submitted(Optional.empty());
        submitted(Optional.empty());
        Grant finished = lease(first);
        Grant current = lease(first);
        first.finish(outcome(finished, true));
        DeadlineLeadership granted = granted("b", 2);

        StartedTerm begun = database.beginTerm("b", "http://b", 2, 0, granted::withEpoch);

        assertThat(begun.inherited()).containsExactly(current.lease());
    }

    @Test // NODE-3
    void concurrentTermsHaveDifferentEpochs() throws Exception {
        var pool = Executors.newFixedThreadPool(4);
        try {
            CountDownLatch go = new CountDownLatch(1);
            var terms = IntStream.range(0, 8)
                    .mapToObj(i -> pool.submit(() -> {
                        go.await();
                        return beginTerm(database, "n" + i, 1).epoch();
                    }))
                    .toList();
            go.countDown();
            List<Long> epochs = new ArrayList<>();
            for (var term : terms) {
                epochs.add(term.get());
            }
            assertThat(epochs).doesNotHaveDuplicates().allMatch(epoch -> epoch > 1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test // NODE-7
    void databaseRefusesEveryWriteOfAnEarlierTerm() {
        submitted(Optional.empty());
        Grant grant = lease(first);
        TermWriter second = new TermWriter(database, beginTerm(database, "b", 2));
        long events = database.lastEvent();

        assertThatThrownBy(() -> submitted(Optional.empty())).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> lease(first)).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.renew(grant.lease().id(), 1, Optional.empty(), renewed -> {}))
                .isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.finish(outcome(grant, true))).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.cancel(grant.job().id())).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.expire(grant.lease().id(), () -> true)).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.deleteAgent("w")).isInstanceOf(StaleEpochException.class);
        assertThatThrownBy(() -> first.recordSeen("w", Labels.NONE)).isInstanceOf(StaleEpochException.class);

        assertThat(database.lastEvent()).isEqualTo(events);
        assertThat(database.job(grant.job().id()).orElseThrow().state()).isEqualTo(JobState.LEASED);
        assertThat(second.finish(outcome(grant, true)))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(database.job(grant.job().id()).orElseThrow().leaderEpoch()).isEqualTo(2);
    }

    @Test // NODE-7, FENCE-2: two tenures with one leader_epoch, after the data of the database went back
    void databaseRefusesAnotherTenureWithTheSameLeaderEpoch() {
        Controller controller = new Controller("b", "http://b", database, BatonClock.system());
        long epoch = controller.raise(7, "current", BatonClock.system().now().plus(Duration.ofMinutes(1)));
        DeadlineLeadership former = granted("a", epoch).ofTenure("former");
        assertThatThrownBy(() -> new TermWriter(database, former).recordSeen("w", Labels.NONE))
                .isInstanceOf(StaleEpochException.class)
                .hasMessageContaining("another tenure has the same epoch");
        new TermWriter(database, former.ofTenure("current")).recordSeen("w", Labels.NONE);
    }

    @Test // NODE-7
    void expiredLeadershipSendsNothing() {
        DeadlineLeadership expired = new DeadlineLeadership(
                JobDatabase.ELECTION, "a", firstEpoch, BatonClock.system().now(), BatonClock.system());
        assertThatThrownBy(() -> new TermWriter(database, expired).recordSeen("w", Labels.NONE))
                .isInstanceOf(LeadershipLostException.class);
    }

    @Test // NODE-8
    void expiredLeaseQueuesItsJobWithTheNextEpoch() {
        Job job = submitted(Optional.empty());
        Grant grant = lease(first);
        assertThat(grant.job().jobEpoch()).isEqualTo(1);
        Job queued = first.expire(grant.lease().id(), () -> true).orElseThrow();
        assertThat(queued.state()).isEqualTo(JobState.QUEUED);
        assertThat(queued.jobEpoch()).isEqualTo(2);
        assertThat(first.expire(grant.lease().id(), () -> true)).isEmpty();
        assertThat(first.finish(outcome(grant, true))).satisfies(receipt -> assertStale(receipt, 2));

        Grant again = lease(first);
        assertThat(again.job().id()).isEqualTo(job.id());
        assertThat(again.job().attempt()).isEqualTo(2);
        assertThat(first.finish(outcome(grant, true))).satisfies(receipt -> assertStale(receipt, 2));
        assertThat(first.finish(outcome(again, true)))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.ACCEPTED);
    }

    @Test // NODE-8
    void jobIsDeadWhenItsLastLeaseExpires() {
        Job job = submitted(Optional.of(1));
        first.expire(lease(first).lease().id(), () -> true);
        assertThat(database.job(job.id()).orElseThrow().state()).isEqualTo(JobState.DEAD);
        assertThat(first.grant("w", TTL, JobFilter.ANY)).isEmpty();
    }

    @Test // NODE-8
    void repeatedResultIsCommittedOnce() {
        submitted(Optional.empty());
        Grant grant = lease(first);
        assertThat(first.finish(outcome(grant, true)))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.ACCEPTED);
        long events = database.lastEvent();
        assertThat(first.finish(outcome(grant, true)))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(first.finish(outcome(grant, false)))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.STALE);
        assertThat(database.lastEvent()).isEqualTo(events);
        Job job = database.job(grant.job().id()).orElseThrow();
        assertThat(job.state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(job.output()).contains(JobOutput.whole("printed"));
        assertThat(job.exitCode()).contains(0);
    }

    @Test // NODE-8
    void failureIsRetriedOnlyIfMaxAttemptsIsGiven() {
        Job once = submitted(Optional.empty());
        first.finish(outcome(lease(first), false));
        assertThat(database.job(once.id()).orElseThrow().state()).isEqualTo(JobState.FAILED);

        Job twice = submitted(Optional.of(2));
        Grant grant = lease(first);
        first.finish(outcome(grant, false));
        assertThat(database.job(twice.id()).orElseThrow().state()).isEqualTo(JobState.QUEUED);
        assertThat(first.finish(outcome(grant, false)))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.ACCEPTED);
        first.finish(outcome(lease(first), false));
        assertThat(database.job(twice.id()).orElseThrow().state()).isEqualTo(JobState.FAILED);
    }

    @Test // NODE-8
    void renewalWithAnotherJobEpochIsStale() {
        submitted(Optional.empty());
        Grant grant = lease(first);
        String id = grant.lease().id();
        assertThat(first.renew(id, 1, Optional.of(SO_FAR), renewed -> {}))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(database.job(grant.job().id()).orElseThrow().output()).contains(SO_FAR);
        assertThat(first.renew(id, 2, Optional.empty(), renewed -> {})).satisfies(receipt -> assertStale(receipt, 1));
        assertThat(first.renew("none", 1, Optional.empty(), renewed -> {})).isEqualTo(LeaseReceipt.unknown());
        first.cancel(grant.job().id());
        assertThat(first.renew(id, 1, Optional.empty(), renewed -> {})).satisfies(receipt -> assertStale(receipt, 2));
    }

    @Test // NODE-5
    void idempotencyKeyCreatesOneJobAndRefusesOtherRequests() {
        IdempotencyKey key = new IdempotencyKey("k", "p");
        Submission created =
                first.submit(spec("j", Optional.empty(), 0), Optional.of(key)).orElseThrow();
        assertThat(first.submit(spec("j", Optional.empty(), 0), Optional.of(key)))
                .contains(new Submission(created.job(), false));
        assertThat(first.submit(spec("x", Optional.empty(), 0), Optional.of(new IdempotencyKey("k", "q"))))
                .isEmpty();
        assertThat(database.jobs(new JobQuery(Optional.empty(), 10, Optional.empty(), false))
                        .orElseThrow()
                        .jobs())
                .hasSize(1);
    }

    @Test // NODE-5
    void idempotencyKeyIsNotUsedForAnotherCommandWithTheSameFingerprint() {
        IdempotencyKey key = new IdempotencyKey("k", "p");
        assertThat(first.submit(command("rm", "a, b"), Optional.of(key))).isPresent();
        assertThat(first.submit(command("rm", "a, b"), Optional.of(key))).isPresent();
        assertThat(first.submit(command("rm", "a", "b"), Optional.of(key))).isEmpty();
    }

    private static JobSpec command(String... words) {
        return new JobSpec("j", Optional.empty(), List.of(words), JobSpec.DEFAULT_TIMEOUT, Optional.empty(), 0);
    }

    @Test // NODE-5
    void deletedAgentLosesItsLeasesAndMayReturn() {
        Job job = submitted(Optional.of(1));
        Grant grant = lease(first);
        assertThat(first.deleteAgent("unknown")).isEmpty();
        assertThat(first.deleteAgent("w").orElseThrow()).extracting(Job::id).containsExactly(job.id());
        assertThat(database.agents()).singleElement().matches(agent -> agent.state() == AgentState.DELETED);
        assertThat(first.finish(outcome(grant, true))).satisfies(receipt -> assertStale(receipt, 2));
        assertThat(lease(first).job().jobEpoch()).isEqualTo(2);
        assertThat(database.agents())
                .singleElement()
                .matches(agent -> agent.state() == AgentState.ACTIVE && agent.leases() == 1);
    }

    @Test // NODE-4
    void jobsAreLeasedByPriorityAndListedByAge() {
        first.submit(spec("low", Optional.empty(), 0), Optional.empty());
        first.submit(spec("high", Optional.empty(), 9), Optional.empty());
        first.submit(spec("low2", Optional.empty(), 0), Optional.empty());
        assertThat(lease(first).job().spec().name()).isEqualTo("high");
        List<Job> page = database.jobs(new JobQuery(Optional.empty(), 2, Optional.empty(), false))
                .orElseThrow()
                .jobs();
        assertThat(page).extracting(job -> job.spec().name()).containsExactly("low", "high");
        assertThat(database.jobs(new JobQuery(
                                Optional.empty(), 2, Optional.of(page.get(1).id()), false))
                        .orElseThrow()
                        .jobs())
                .extracting(job -> job.spec().name())
                .containsExactly("low2");
        List<Job> newest = database.jobs(new JobQuery(Optional.empty(), 2, Optional.empty(), true))
                .orElseThrow()
                .jobs();
        assertThat(newest).extracting(job -> job.spec().name()).containsExactly("low2", "high");
        assertThat(database.jobs(new JobQuery(
                                Optional.empty(), 2, Optional.of(newest.get(1).id()), true))
                        .orElseThrow()
                        .jobs())
                .extracting(job -> job.spec().name())
                .containsExactly("low");
        assertThat(database.jobs(new JobQuery(Optional.of(JobState.LEASED), 2, Optional.empty(), true))
                        .orElseThrow()
                        .jobs())
                .hasSize(1);
        assertThat(database.jobs(new JobQuery(Optional.of(JobState.LEASED), 2, Optional.empty(), false))
                        .orElseThrow()
                        .jobs())
                .hasSize(1);
        assertThat(database.jobs(new JobQuery(Optional.empty(), 2, Optional.of("none"), false)))
                .isEmpty();
    }

    @Test // NODE-4
    void eventsAreNumberedInCommitOrder() {
        long before = database.lastEvent();
        submitted(Optional.empty());
        first.finish(outcome(lease(first), true));
        List<JobEvent> events = database.eventsAfter(before, 10);
        assertThat(events)
                .extracting(event -> event.kind() + " " + event.data().replaceAll(".*\"state\":\"(\\w+)\".*", "$1"))
                .containsExactly("job queued", "agent active", "job leased", "job succeeded");
        assertThat(database.eventsAfter(events.get(0).id(), 1)).containsExactly(events.get(1));
    }
}
