package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.database.TermWriter.Grant;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobOutput;
import dev.baton.node.job.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A job database with one term, and what tests do with it. */
abstract class JobDatabaseFixture {
    static final Duration TTL = Duration.ofSeconds(30);

    JobDatabase database;
    TermWriter first;
    long firstEpoch;

    abstract String url();

    @BeforeEach
    void beginFirstTerm() {
        database = JobDatabase.open(url());
        DeadlineLeadership leadership = beginTerm(database, "a", 1);
        firstEpoch = leadership.epoch();
        first = new TermWriter(database, leadership);
    }

    @AfterEach
    void close() {
        database.close();
    }

    static DeadlineLeadership beginTerm(JobDatabase database, String node, long lockEpoch) {
        DeadlineLeadership granted = granted(node, lockEpoch);
        return granted.withEpoch(database.beginTerm(node, "http://" + node, lockEpoch, 0, granted::withEpoch)
                .term()
                .leaderEpoch());
    }

    static DeadlineLeadership granted(String node, long epoch) {
        return new DeadlineLeadership(
                JobDatabase.ELECTION,
                node,
                epoch,
                BatonClock.system().now().plus(Duration.ofMinutes(1)),
                BatonClock.system());
    }

    static JobSpec spec(String name, Optional<Integer> attempts, int priority) {
        return new JobSpec(
                name, Optional.of("{\"n\":1}"), List.of("true"), JobSpec.DEFAULT_TIMEOUT, attempts, priority);
    }

    Job submitted(Optional<Integer> attempts) {
        return first.submit(spec("work", attempts, 0), Optional.empty())
                .orElseThrow()
                .job();
    }

    static JobOutcome outcome(Grant grant, boolean succeeded) {
        return new JobOutcome(
                grant.job().id(),
                grant.lease().id(),
                grant.lease().jobEpoch(),
                succeeded,
                Optional.of(succeeded ? 0 : 1),
                Optional.of(JobOutput.whole("printed")));
    }

    Grant lease(TermWriter writer) {
        return writer.grant("w", TTL, JobFilter.ANY).orElseThrow();
    }

    static void assertStale(LeaseReceipt receipt, long jobEpoch) {
        assertThat(receipt.verdict()).isEqualTo(Verdict.STALE);
        assertThat(receipt.job().orElseThrow().jobEpoch()).isEqualTo(jobEpoch);
    }
}
