package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.fence.StaleEpochException;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.database.TermWriter.Grant;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import dev.baton.node.job.Labels;
import dev.baton.support.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How jobs return to the queue, end and are removed, for both dialects. */
abstract class JobLifetimeContract extends JobDatabaseFixture {

    @Test // NODE-8
    void leaseThatIsGivenBackQueuesItsJobWithoutUsingAnAttempt() {
        Job job = submitted(Optional.of(1));
        for (int i = 0; i < 3; i++) {
            Grant grant = lease(first);
            assertThat(grant.job().attempt()).isEqualTo(1);
            assertThat(first.giveBack(grant.lease().id(), grant.lease().jobEpoch() + 1))
                    .extracting(LeaseReceipt::verdict)
                    .isEqualTo(Verdict.STALE);
            for (int repetition = 0; repetition < 2; repetition++) {
                assertThat(first.giveBack(grant.lease().id(), grant.lease().jobEpoch()))
                        .extracting(LeaseReceipt::verdict)
                        .isEqualTo(Verdict.ACCEPTED);
            }
            assertThat(first.finish(outcome(grant, true)))
                    .extracting(LeaseReceipt::verdict)
                    .isEqualTo(Verdict.STALE);
            assertThat(database.job(job.id()).orElseThrow())
                    .matches(queued -> queued.state() == JobState.QUEUED && queued.attempt() == 0)
                    .matches(queued -> queued.jobEpoch() == grant.lease().jobEpoch() + 1);
        }
        assertThat(first.giveBack("none", 1)).isEqualTo(LeaseReceipt.unknown());
        Grant last = lease(first);
        first.finish(outcome(last, true));
        assertThat(first.giveBack(last.lease().id(), last.lease().jobEpoch()))
                .extracting(LeaseReceipt::verdict)
                .isEqualTo(Verdict.STALE);
    }

    @Test // NODE-8
    void stoppedWorkerGivesBackAllItsLeasesWithoutUsingAttempts() {
        Job job = submitted(Optional.of(1));
        lease(first);
        assertThat(first.giveBackAll("w")).extracting(Job::id).containsExactly(job.id());
        assertThat(database.job(job.id()).orElseThrow().attempt()).isZero();
    }

    @Test // NODE-8
    void failedAndDeadJobsCanBeRetriedAndNoOthers() {
        Job dead = submitted(Optional.of(1));
        first.expire(lease(first).lease().id(), () -> true);
        Job retried = first.retry(dead.id()).orElseThrow();
        assertThat(retried.state()).isEqualTo(JobState.QUEUED);
        assertThat(retried.attempt()).isZero();
        assertThat(retried.jobEpoch()).isEqualTo(3);
        first.finish(outcome(lease(first), false));
        assertThat(first.retry(dead.id()).orElseThrow())
                .matches(job -> job.state() == JobState.QUEUED && job.exitCode().isEmpty());
        first.finish(outcome(lease(first), true));
        assertThat(first.retry(dead.id()).orElseThrow().state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(first.retry("none")).isEmpty();
    }

    @Test // NODE-5
    void endedJobIsDeletedWithItsLeasesAndItsKey() {
        IdempotencyKey key = new IdempotencyKey("k", "p");
        Job job = first.submit(spec("j", Optional.empty(), 0), Optional.of(key))
                .orElseThrow()
                .job();
        assertThat(first.delete(job.id()).orElseThrow().state()).isEqualTo(JobState.QUEUED);
        Grant grant = lease(first);
        first.delete(job.id());
        assertThat(database.job(job.id())).isPresent();
        first.finish(outcome(grant, true));
        first.delete(job.id());
        assertThat(database.job(job.id())).isEmpty();
        assertThat(first.finish(outcome(grant, true))).isEqualTo(LeaseReceipt.unknown());
        assertThat(first.delete(job.id())).isEmpty();
        assertThat(first.submit(spec("j", Optional.empty(), 0), Optional.of(key))
                        .orElseThrow()
                        .isNew())
                .isTrue();
    }

    @Test // NODE-5
    void oldJobsAndEventsAreRemovedInBatchesButNothingThatIsNeeded() {
        // In the past of this age lies everything that happened before the next second.
        Duration everything = Duration.ofSeconds(-1);
        for (int i = 0; i < 120; i++) {
            first.cancel(submitted(Optional.empty()).id());
        }
        Job queued = submitted(Optional.empty());
        Job leased = submitted(Optional.empty());
        first.grant("w", TTL, JobFilter.ANY);
        TermWriter second = new TermWriter(database, beginTerm(database, "b", 2));

        assertThat(second.removeOlderThan(Duration.ofDays(1))).isFalse();
        assertThat(all()).hasSize(122);

        assertThat(second.removeOlderThan(everything)).isTrue();
        assertThat(all()).hasSize(22);
        long last = database.lastEvent();
        assertThat(second.removeOlderThan(everything)).isFalse();
        assertThat(all()).extracting(Job::id).containsExactlyInAnyOrder(queued.id(), leased.id());
        assertThat(database.eventsAfter(0, 10)).isEmpty();
        assertThat(database.latestTerm().orElseThrow().nodeId()).isEqualTo("b");
        assertThat(database.currentLeases()).hasSize(1);
        assertThat(database.agents()).extracting(AgentRecord::name).containsExactly("w");

        second.cancel(queued.id());
        assertThat(database.eventsAfter(last, 10)).hasSize(1);
        assertThatThrownBy(() -> first.removeOlderThan(everything)).isInstanceOf(StaleEpochException.class);
    }

    @Test // NODE-5
    void oldLeasesOfAJobThatHasNotEndedAreRemovedButNotItsCurrentOne() {
        Job job = submitted(Optional.empty());
        Grant old = lease(first);
        first.giveBack(old.lease().id(), 1);
        Grant current = lease(first);
        first.removeOlderThan(Duration.ofDays(1));
        assertThat(first.giveBack(old.lease().id(), 1).verdict()).isEqualTo(Verdict.ACCEPTED);
        // In the past of this age lies the deadline of every lease.
        first.removeOlderThan(TTL.plusSeconds(1).negated());
        assertThat(first.giveBack(old.lease().id(), 1)).isEqualTo(LeaseReceipt.unknown());
        assertThat(database.currentLeases())
                .singleElement()
                .matches(lease -> lease.id().equals(current.lease().id()));
        first.finish(outcome(current, true));
        assertThat(database.job(job.id()).orElseThrow().state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test // NODE-9
    void drainIsRecordedInItsTermOnly() {
        assertThat(database.latestTerm().orElseThrow().draining()).isFalse();
        first.recordDraining(() -> true);
        assertThat(database.latestTerm().orElseThrow().draining()).isTrue();
        first.recordDraining(() -> false);
        assertThat(database.latestTerm().orElseThrow().draining()).isFalse();
        first.recordDraining(() -> true);
        beginTerm(database, "b", 2);
        assertThat(database.latestTerm().orElseThrow().draining()).isFalse();
    }

    private List<Job> all() {
        return database.jobs(new JobQuery(Optional.empty(), 1000, Optional.empty(), false))
                .orElseThrow()
                .jobs();
    }

    @Test // NODE-4
    void agentIsSeenWithEveryContact() {
        submitted(Optional.empty());
        Grant grant = lease(first);
        TermWriter second = new TermWriter(database, beginTerm(database, "b", 2));
        second.renew(grant.lease().id(), 1, Optional.empty(), renewed -> {});
        assertThat(database.agents()).singleElement().matches(agent -> agent.leaderEpoch() == 2);
        TermWriter third = new TermWriter(database, beginTerm(database, "a", 3));
        third.finish(outcome(grant, true));
        assertThat(database.agents()).singleElement().matches(agent -> agent.leaderEpoch() == 3);
    }

    @Test // NODE-4
    void agentIsSeenWithEveryRefusedOrRepeatedContactToo() {
        submitted(Optional.empty());
        submitted(Optional.empty());
        Grant finished = lease(first);
        first.finish(outcome(finished, true));
        Grant returned = lease(first);
        first.giveBack(returned.lease().id(), returned.lease().jobEpoch());
        List<Consumer<TermWriter>> contacts = List.of(
                writer -> writer.renew(finished.lease().id(), 1, Optional.empty(), renewed -> {}),
                writer -> writer.finish(outcome(finished, true)),
                writer -> writer.finish(outcome(finished, false)),
                writer -> writer.giveBack(finished.lease().id(), 1),
                writer -> writer.giveBack(returned.lease().id(), 1),
                writer -> writer.touch(List.of("w", "unknown")));
        long epoch = firstEpoch;
        for (Consumer<TermWriter> contact : contacts) {
            long next = ++epoch;
            contact.accept(new TermWriter(database, beginTerm(database, "a", next)));
            assertThat(database.agents())
                    .singleElement()
                    .matches(agent -> agent.leaderEpoch() == next, "contact " + next);
        }
        TermWriter last = new TermWriter(database, beginTerm(database, "a", epoch + 1));
        last.deleteAgent("w");
        contacts.forEach(contact -> contact.accept(last));
        assertThat(last.touch(List.of("w"))).containsExactly("w");
        assertThat(database.agents())
                .singleElement()
                .matches(agent -> agent.state() == AgentState.DELETED, "only a request for work makes it active");
    }

    private static JobSpec requiring(String... labels) {
        return new JobSpec(
                "labelled",
                Optional.empty(),
                List.of("true"),
                JobSpec.DEFAULT_TIMEOUT,
                Optional.empty(),
                9,
                new Labels(List.of(labels)));
    }

    private boolean isLeasedWith(String... labels) {
        JobFilter filter = new JobFilter(true, new Labels(List.of(labels)));
        boolean queued = database.anyQueued(filter);
        Optional<Grant> grant = first.grant("w", TTL, filter);
        assertThat(grant.isPresent()).isEqualTo(queued);
        grant.ifPresent(
                lease -> first.giveBack(lease.lease().id(), lease.lease().jobEpoch()));
        return queued;
    }

    @Test // NODE-10
    void jobIsLeasedOnlyToAgentsWithAllItsLabels() {
        Job job = first.submit(requiring("gpu", "a.b:c_1", "gpu"), Optional.empty())
                .orElseThrow()
                .job();
        assertThat(database.job(job.id()).orElseThrow().spec().requires().names())
                .containsExactly("a.b:c_1", "gpu");
        assertThat(isLeasedWith()).isFalse();
        assertThat(isLeasedWith("gpu")).isFalse();
        assertThat(isLeasedWith("gpu2", "gpu", "b:c_1", "aXb:c_1")).isFalse();
        assertThat(isLeasedWith("gpu", "x", "a.b:c_1")).isTrue();
        submitted(Optional.empty());
        assertThat(isLeasedWith())
                .as("a job without labels does not wait behind it")
                .isTrue();
        assertThat(labelled("gpu")).containsExactly(job.id());
        assertThat(labelled("gp")).isEmpty();
        assertThat(labelled("a.b:cX1")).isEmpty();
        assertThat(database.agents())
                .singleElement()
                .matches(agent -> agent.labels().isEmpty());
    }

    private List<String> labelled(String label) {
        return database
                .jobs(new JobQuery(Optional.empty(), Optional.of(label), 10, Optional.empty(), false, Set.of()))
                .orElseThrow()
                .jobs()
                .stream()
                .map(Job::id)
                .toList();
    }

    @Test // NODE-4
    void everyChangeOfAnAgentIsAnEvent() {
        Duration everything = Duration.ofSeconds(-1);
        Labels gpu = new Labels(List.of("gpu"));
        first.recordSeen("w", Labels.NONE);
        first.recordSeen("w", Labels.NONE);
        first.recordSeen("w", gpu);
        submitted(Optional.empty());
        Grant grant = first.grant("w", TTL, new JobFilter(false, gpu)).orElseThrow();
        assertThat(first.markVanished(everything)).as("an agent with a lease").isEmpty();
        first.finish(outcome(grant, true));
        assertThat(first.markVanished(Duration.ofDays(1))).isEmpty();
        assertThat(first.markVanished(everything)).containsExactly("w");
        assertThat(first.markVanished(everything)).isEmpty();
        assertThat(database.agents())
                .singleElement()
                .matches(agent ->
                        agent.state() == AgentState.VANISHED && agent.labels().equals(gpu));
        first.recordSeen("w", gpu);
        first.leave("w");
        first.leave("w");
        first.recordSeen("w", gpu);
        first.deleteAgent("w");
        assertThat(agentEvents())
                .containsExactly("active", "active", "vanished", "active", "vanished", "active", "deleted");
    }

    private List<String> agentEvents() {
        return database.eventsAfter(0, 100).stream()
                .filter(event -> event.kind().equals("agent"))
                .map(event -> String.valueOf(Json.parseObject(event.data()).get("state")))
                .toList();
    }

    @Test // NODE-8
    void agentThatLeavesGivesAllItsLeasesBackWithoutUsingAttempts() {
        Job job = submitted(Optional.of(1));
        lease(first);
        assertThat(first.leave("w")).extracting(Job::id).containsExactly(job.id());
        assertThat(database.job(job.id()).orElseThrow())
                .matches(queued -> queued.state() == JobState.QUEUED && queued.attempt() == 0);
        assertThat(first.leave("unknown")).isEmpty();
    }

    @Test // NODE-4
    void pageOfLargeJobsIsShortAndTheNextOneContinues() {
        String large = "\"" + "x".repeat(1_000_000) + "\"";
        for (int i = 0; i < 8; i++) {
            first.submit(
                    new JobSpec(
                            "large", Optional.of(large), List.of("true"), JobSpec.DEFAULT_TIMEOUT, Optional.empty(), 0),
                    Optional.empty());
        }
        assertThat(all()).hasSize(8).allMatch(job -> job.spec().payload().isEmpty());
        Optional<String> after = Optional.empty();
        int seen = 0;
        int pages = 0;
        do {
            JobPage page = database.jobs(new JobQuery(
                            Optional.empty(), Optional.empty(), 1000, after, false, Set.of(JobPart.PAYLOAD)))
                    .orElseThrow();
            assertThat(page.jobs())
                    .hasSizeLessThan(7)
                    .allMatch(job -> job.spec().payload().filter(large::equals).isPresent());
            seen += page.jobs().size();
            pages++;
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).isEqualTo(8);
        assertThat(pages).isEqualTo(2);
    }
}
