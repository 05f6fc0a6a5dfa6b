package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobRules;
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
 * The writes of one leader in one term. Each method writes in one guarded transaction, which it may share with concurrent
 * writes. If a later term has begun, it throws {@link dev.baton.fence.StaleEpochException} and writes nothing.
 */
public final class TermWriter {
    private final JobDatabase database;
    private final long epoch;
    private final GroupCommit commits;

    public TermWriter(JobDatabase database, Leadership leadership) {
        this.database = database;
        this.epoch = leadership.epoch();
        this.commits = new GroupCommit(database, leadership);
    }

    private <T> T write(String action, JobDatabase.Statements<T> work) {
        try {
            return commits.write(work);
        } catch (SQLException failed) {
            throw database.explain(action, failed);
        }
    }

    /** Queues a job, once for each key; empty if the key was used for another request. */
    public Optional<Submission> submit(JobSpec spec, Optional<IdempotencyKey> key) {
        return write("submitting a job", sql -> {
            Optional<Job> created = JobTable.insert(sql, UUID.randomUUID().toString(), spec, key, epoch);
            if (created.isPresent()) {
                EventTable.addJob(sql, created.get());
                return Optional.of(new Submission(created.get(), true));
            }
            return JobTable.byKey(sql, key.orElseThrow()).map(job -> new Submission(job, false));
        });
    }

    /** A lease and its job. */
    public record Grant(JobLease lease, Job job) {}

    /** Leases the first queued job to an agent; empty if there is none. */
    public Optional<Grant> grant(String agent, Duration ttl, boolean commandsOnly) {
        return write("leasing a job", sql -> {
            String id = UUID.randomUUID().toString();
            Optional<Job> job = JobTable.leaseFirst(sql, id, agent, commandsOnly, epoch);
            if (job.isEmpty()) {
                return Optional.empty();
            }
            AgentTable.recordSeen(sql, agent, epoch);
            JobLease lease = LeaseTable.insert(sql, id, job.get(), agent, ttl, epoch);
            EventTable.addJob(sql, job.get());
            return Optional.of(new Grant(lease, job.get()));
        });
    }

    /** Records that an agent is present. */
    public boolean recordSeen(String agent) {
        return write("recording an agent", sql -> {
            AgentTable.recordSeen(sql, agent, epoch);
            return true;
        });
    }

    /** Restarts the time to live of a lease and stores the output so far. */
    public LeaseReceipt renew(String leaseId, long jobEpoch, Optional<String> output, boolean thisTermOnly) {
        return write("renewing a lease", sql -> {
            Optional<JobLease> lease = LeaseTable.byId(sql, leaseId);
            Optional<Job> job = lease.isEmpty()
                    ? Optional.empty()
                    : JobTable.byId(sql, lease.get().jobId());
            if (lease.isEmpty() || job.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            if (lease.get().jobEpoch() != jobEpoch || !JobRules.isCurrent(job.get(), lease.get())) {
                return LeaseReceipt.of(Verdict.STALE, job.get());
            }
            if (thisTermOnly && lease.get().grantedEpoch() != epoch) {
                return LeaseReceipt.of(Verdict.EARLIER_TERM, job.get());
            }
            if (output.isPresent()) {
                JobTable.setResult(sql, job.get().id(), Optional.empty(), output, epoch);
            }
            JobLease renewed = LeaseTable.renew(sql, lease.get(), epoch);
            return new LeaseReceipt(Verdict.ACCEPTED, job, Optional.of(renewed));
        });
    }

    /** Commits a result, once. */
    public LeaseReceipt finish(JobOutcome outcome, boolean thisTermOnly) {
        return write("committing a result", sql -> {
            Optional<Job> job = JobTable.byId(sql, outcome.jobId());
            Optional<JobLease> lease = LeaseTable.byId(sql, outcome.leaseId())
                    .filter(found -> found.jobId().equals(outcome.jobId()));
            if (job.isEmpty() || lease.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            return switch (JobRules.check(job.get(), lease.get(), outcome)) {
                case STALE -> LeaseReceipt.of(Verdict.STALE, job.get());
                case REPEATED -> LeaseReceipt.of(Verdict.ACCEPTED, job.get());
                case ACCEPT ->
                    thisTermOnly && lease.get().grantedEpoch() != epoch
                            ? LeaseReceipt.of(Verdict.EARLIER_TERM, job.get())
                            : LeaseReceipt.of(Verdict.ACCEPTED, finished(sql, job.get(), outcome));
            };
        });
    }

    private Job finished(SqlStatements sql, Job job, JobOutcome outcome) throws SQLException {
        LeaseTable.end(sql, outcome.leaseId(), outcome.leaseEnd(), epoch);
        JobTable.setResult(sql, job.id(), outcome.exitCode(), outcome.output(), epoch);
        return apply(sql, job, JobRules.finished(job, outcome.succeeded()));
    }

    /** Cancels a job; empty if there is no such job. */
    public Optional<Job> cancel(String jobId) {
        return write("cancelling a job", sql -> {
            Optional<Job> job = JobTable.byId(sql, jobId);
            if (job.isEmpty() || job.get().state().isFinal()) {
                return job;
            }
            if (job.get().leaseId().isPresent()) {
                LeaseTable.end(sql, job.get().leaseId().get(), LeaseEnd.CANCELLED, epoch);
            }
            return Optional.of(apply(sql, job.get(), JobRules.cancelled(job.get())));
        });
    }

    /** Ends an expired lease; empty if it had ended before. */
    public Optional<Job> expire(String leaseId) {
        return write("ending a lease", sql -> {
            Optional<JobLease> lease =
                    LeaseTable.byId(sql, leaseId).filter(found -> found.ended().isEmpty());
            return lease.isEmpty() ? Optional.empty() : ended(sql, lease.get(), LeaseEnd.EXPIRED);
        });
    }

    /** Ends all leases of an agent that has ended. Returns the jobs that are queued again. */
    public List<Job> revoke(String agent) {
        return write("revoking leases", sql -> revoked(sql, agent));
    }

    /** Marks an agent as deleted and ends its leases; empty if there is no such agent. */
    public Optional<List<Job>> deleteAgent(String agent) {
        return write("deleting an agent", sql -> {
            if (!AgentTable.markDeleted(sql, agent, epoch)) {
                return Optional.empty();
            }
            EventTable.addAgent(sql, agent, "deleted", epoch);
            return Optional.of(revoked(sql, agent));
        });
    }

    private List<Job> revoked(SqlStatements sql, String agent) throws SQLException {
        List<Job> jobs = new ArrayList<>();
        for (JobLease lease : LeaseTable.currentOf(sql, agent)) {
            ended(sql, lease, LeaseEnd.REVOKED).ifPresent(jobs::add);
        }
        return jobs;
    }

    private Optional<Job> ended(SqlStatements sql, JobLease lease, LeaseEnd end) throws SQLException {
        LeaseTable.end(sql, lease.id(), end, epoch);
        Optional<Job> job = JobTable.byId(sql, lease.jobId()).filter(held -> JobRules.isCurrent(held, lease));
        if (job.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(apply(
                sql, job.get(), end == LeaseEnd.EXPIRED ? JobRules.expired(job.get()) : JobRules.revoked(job.get())));
    }

    private Job apply(SqlStatements sql, Job job, JobTransition transition) throws SQLException {
        Job changed = JobTable.apply(sql, job, transition, epoch);
        EventTable.addJob(sql, changed);
        return changed;
    }
}
