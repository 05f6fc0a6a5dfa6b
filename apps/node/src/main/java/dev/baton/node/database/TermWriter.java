package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobRules;
import dev.baton.node.job.JobRules.Reception;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobTransition;
import dev.baton.node.job.LeaseEnd;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * All that one leader writes in one term. Each method writes in one guarded transaction, which it
 * may share with others that come at the same time: it throws {@link dev.baton.fence.StaleEpochException} and writes
 * nothing when a later term has begun.
 */
public final class TermWriter {
    private final JobDatabase ledger;
    private final Leadership leadership;
    private final GroupCommit commits;

    public TermWriter(JobDatabase ledger, Leadership leadership) {
        this.ledger = ledger;
        this.leadership = leadership;
        this.commits = new GroupCommit(ledger, leadership);
    }

    private <T> T write(String what, JobDatabase.Statements<T> work) {
        try {
            return commits.write(work);
        } catch (SQLException failed) {
            throw ledger.explain(what, failed);
        }
    }

    private long epoch() {
        return leadership.epoch();
    }

    /** Puts a job into the queue, once for every key. */
    public SubmissionResult submit(JobSpec order, Optional<IdempotencyKey> key) {
        return write("submitting a job", sql -> {
            Optional<Job> made = JobTable.insert(sql, UUID.randomUUID().toString(), order, key, epoch());
            if (made.isPresent()) {
                EventTable.job(sql, made.get());
                return new SubmissionResult.Accepted(made.get(), true);
            }
            IdempotencyKey used = key.orElseThrow();
            JobTable.Keyed earlier = JobTable.byKey(sql, used.key()).orElseThrow();
            return earlier.print().equals(used.print())
                    ? new SubmissionResult.Accepted(earlier.job(), false)
                    : new SubmissionResult.KeyTaken();
        });
    }

    /** A lease and its job. */
    public record Grant(JobLease lease, Job job) {}

    /** Gives the first job of the queue to an agent; empty when there is none. */
    public Optional<Grant> grant(String agent, Duration ttl, boolean commandsOnly) {
        return write("leasing a job", sql -> {
            String id = UUID.randomUUID().toString();
            Optional<Job> job = JobTable.takeFirst(sql, id, agent, commandsOnly, epoch());
            if (job.isEmpty()) {
                return Optional.empty();
            }
            AgentTable.seen(sql, agent, epoch());
            JobLease lease = LeaseTable.insert(sql, id, job.get(), agent, ttl, epoch());
            EventTable.job(sql, job.get());
            return Optional.of(new Grant(lease, job.get()));
        });
    }

    /** Notes that an agent is there. */
    public void seen(String agent) {
        write("noting an agent", sql -> {
            AgentTable.seen(sql, agent, epoch());
            return true;
        });
    }

    /** What a renewal gave. */
    public record Renewal(LeaseReceipt receipt, Optional<JobLease> lease) {}

    /** Makes a lease last for its time to live from now on, and keeps the output so far. */
    public Renewal renew(String leaseId, long jobEpoch, Optional<String> output, boolean thisTermOnly) {
        return write("renewing a lease", sql -> {
            Optional<JobLease> found = LeaseTable.byId(sql, leaseId);
            Optional<Job> job = found.isEmpty()
                    ? Optional.empty()
                    : JobTable.byId(sql, found.get().jobId());
            if (found.isEmpty() || job.isEmpty()) {
                return new Renewal(new LeaseReceipt.Unknown(), Optional.empty());
            }
            JobLease lease = found.get();
            if (lease.jobEpoch() != jobEpoch || !JobRules.isHeldBy(job.get(), lease)) {
                return new Renewal(new LeaseReceipt.Stale(job.get().jobEpoch()), Optional.empty());
            }
            if (thisTermOnly && lease.grantedEpoch() != epoch()) {
                return new Renewal(new LeaseReceipt.EarlierTerm(), Optional.empty());
            }
            if (output.isPresent()) {
                JobTable.report(sql, job.get().id(), Optional.empty(), output, epoch());
            }
            return new Renewal(new LeaseReceipt.Taken(job.get()), Optional.of(LeaseTable.renew(sql, lease, epoch())));
        });
    }

    /** Commits a result, once. */
    public LeaseReceipt finish(JobOutcome outcome, boolean thisTermOnly) {
        return write("committing a result", sql -> {
            Optional<Job> job = JobTable.byId(sql, outcome.jobId());
            Optional<JobLease> lease = LeaseTable.byId(sql, outcome.leaseId())
                    .filter(found -> found.jobId().equals(outcome.jobId()));
            if (job.isEmpty() || lease.isEmpty()) {
                return new LeaseReceipt.Unknown();
            }
            Reception reception = JobRules.reception(job.get(), lease.get(), outcome);
            if (reception == Reception.STALE) {
                return new LeaseReceipt.Stale(job.get().jobEpoch());
            }
            if (reception == Reception.REPEATED) {
                return new LeaseReceipt.Taken(job.get());
            }
            if (thisTermOnly && lease.get().grantedEpoch() != epoch()) {
                return new LeaseReceipt.EarlierTerm();
            }
            LeaseTable.end(sql, lease.get().id(), outcome.leaseEnd(), epoch());
            JobTable.report(sql, job.get().id(), outcome.exitCode(), outcome.output(), epoch());
            return new LeaseReceipt.Taken(moved(sql, job.get(), JobRules.finished(job.get(), outcome.succeeded())));
        });
    }

    /** Calls a job off; empty when there is none. */
    public Optional<Job> cancel(String jobId) {
        return write("cancelling a job", sql -> {
            Optional<Job> job = JobTable.byId(sql, jobId);
            if (job.isEmpty() || job.get().state().isFinal()) {
                return job;
            }
            if (job.get().leaseId().isPresent()) {
                LeaseTable.end(sql, job.get().leaseId().get(), LeaseEnd.CANCELLED, epoch());
            }
            return Optional.of(moved(sql, job.get(), JobRules.cancelled(job.get())));
        });
    }

    /** Ends a lease that ran out; empty when it had ended before. */
    public Optional<Job> lapse(String leaseId) {
        return write("ending a lease", sql -> {
            Optional<JobLease> lease =
                    LeaseTable.byId(sql, leaseId).filter(found -> found.ended().isEmpty());
            return lease.isEmpty() ? Optional.empty() : ended(sql, lease.get(), LeaseEnd.LAPSED);
        });
    }

    /** Ends all leases of an agent that is known to be gone; the jobs that wait again. */
    public List<Job> revoke(String agent) {
        return write("revoking leases", sql -> revoked(sql, agent));
    }

    /** Leaves a tombstone for an agent and ends its leases; empty when there is no such agent. */
    public Optional<List<Job>> delete(String agent) {
        return write("deleting an agent", sql -> {
            if (!AgentTable.bury(sql, agent, epoch())) {
                return Optional.empty();
            }
            EventTable.agent(sql, agent, "deleted", epoch());
            return Optional.of(revoked(sql, agent));
        });
    }

    private List<Job> revoked(SqlStatements sql, String agent) throws SQLException {
        List<Job> jobs = new ArrayList<>();
        for (JobLease lease : LeaseTable.liveOf(sql, agent)) {
            ended(sql, lease, LeaseEnd.REVOKED).ifPresent(jobs::add);
        }
        return jobs;
    }

    private Optional<Job> ended(SqlStatements sql, JobLease lease, LeaseEnd how) throws SQLException {
        LeaseTable.end(sql, lease.id(), how, epoch());
        Optional<Job> job = JobTable.byId(sql, lease.jobId()).filter(held -> JobRules.isHeldBy(held, lease));
        if (job.isEmpty()) {
            return Optional.empty();
        }
        JobTransition next = how == LeaseEnd.LAPSED ? JobRules.lapsed(job.get()) : JobRules.revoked(job.get());
        return Optional.of(moved(sql, job.get(), next));
    }

    private Job moved(SqlStatements sql, Job job, JobTransition next) throws SQLException {
        Job moved = JobTable.move(sql, job, next, epoch());
        EventTable.job(sql, moved);
        return moved;
    }
}
