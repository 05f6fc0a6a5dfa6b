package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobRules;
import dev.baton.node.job.JobRules.ResultCheck;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobTransition;
import dev.baton.node.job.Labels;
import dev.baton.node.job.LeaseEnd;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

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
            // The words of different commands can have the same fingerprint.
            return JobTable.byKey(sql, key.orElseThrow())
                    .filter(job -> job.spec().hasSameWords(spec))
                    .map(job -> new Submission(job, false));
        });
    }

    /** A lease and its job. */
    public record Grant(JobLease lease, Job job) {}

    /** Leases the first queued job to an agent; empty if there is none. */
    public Optional<Grant> grant(String agent, Duration ttl, JobFilter filter) {
        return write("leasing a job", sql -> {
            String id = UUID.randomUUID().toString();
            Optional<Job> job = JobTable.leaseFirst(sql, id, agent, filter, epoch);
            if (job.isEmpty()) {
                return Optional.empty();
            }
            AgentTable.recordSeen(sql, agent, Optional.of(filter.labels()), epoch);
            JobLease lease = LeaseTable.insert(sql, id, job.get(), agent, ttl, epoch);
            EventTable.addJob(sql, job.get());
            return Optional.of(new Grant(lease, job.get()));
        });
    }

    /** Records that active agents were in contact since the last call. Returns the others, which do not change. */
    public List<String> touch(Collection<String> agents) {
        return write("recording agents", sql -> {
            List<String> others = new ArrayList<>();
            for (String agent : agents) {
                if (!AgentTable.touchActive(sql, agent, epoch)) {
                    others.add(agent);
                }
            }
            return others;
        });
    }

    /** Records whether this leader is about to step down. Asks at the time of the write, because requests may overtake. */
    public boolean recordDraining(BooleanSupplier draining) {
        return write("recording a drain", sql -> {
            String update = "UPDATE baton_terms SET draining = ? WHERE leader_epoch = ?";
            sql.update(update, draining.getAsBoolean() ? 1 : 0, epoch);
            return true;
        });
    }

    /** Records that an agent is present. */
    public boolean recordSeen(String agent, Labels labels) {
        return write("recording an agent", sql -> {
            AgentTable.recordSeen(sql, agent, Optional.of(labels), epoch);
            return true;
        });
    }

    /** Stores something and removes it, to find out whether a write can succeed. */
    public boolean probe() {
        // Two transactions: a database can avoid the pages of a row that one transaction stores and removes.
        write("checking that writes succeed", sql -> LeaseTable.insertProbe(sql, epoch));
        return write("checking that writes succeed", sql -> LeaseTable.deleteProbes(sql));
    }

    /**
     * Restarts the time to live of a lease and stores the output so far.
     *
     * @param renewed called before the commit, so that a later {@link #expire} of this writer finds the lease renewed
     */
    public LeaseReceipt renew(String leaseId, long jobEpoch, Optional<String> output, Consumer<JobLease> renewed) {
        return write("renewing a lease", sql -> {
            Optional<JobLease> lease = LeaseTable.byId(sql, leaseId);
            Optional<Job> job = lease.isEmpty()
                    ? Optional.empty()
                    : JobTable.byId(sql, lease.get().jobId());
            if (lease.isEmpty() || job.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            if (lease.get().jobEpoch() != jobEpoch || !JobRules.isCurrent(job.get(), lease.get())) {
                AgentTable.touch(sql, lease.get().agent(), epoch);
                return LeaseReceipt.of(Verdict.STALE, job.get());
            }
            if (output.isPresent()) {
                JobTable.setResult(sql, job.get().id(), Optional.empty(), output, epoch);
            }
            AgentTable.recordSeen(sql, lease.get().agent(), Optional.empty(), epoch);
            JobLease current = LeaseTable.renew(sql, lease.get(), epoch);
            renewed.accept(current);
            return new LeaseReceipt(Verdict.ACCEPTED, job, Optional.of(current));
        });
    }

    /** Ends a lease whose agent gives it back, once. The job is queued, and the attempt does not count. */
    public LeaseReceipt giveBack(String leaseId, long jobEpoch) {
        return write("returning a lease", sql -> {
            Optional<JobLease> lease = LeaseTable.byId(sql, leaseId);
            Optional<Job> job = lease.isEmpty()
                    ? Optional.empty()
                    : JobTable.byId(sql, lease.get().jobId());
            if (lease.isEmpty() || job.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            boolean repeated =
                    lease.get().ended().filter(LeaseEnd.REVOKED::equals).isPresent();
            if (lease.get().jobEpoch() != jobEpoch || (!repeated && !JobRules.isCurrent(job.get(), lease.get()))) {
                AgentTable.touch(sql, lease.get().agent(), epoch);
                return LeaseReceipt.of(Verdict.STALE, job.get());
            }
            if (repeated) {
                AgentTable.touch(sql, lease.get().agent(), epoch);
                return LeaseReceipt.of(Verdict.ACCEPTED, job.get());
            }
            AgentTable.recordSeen(sql, lease.get().agent(), Optional.empty(), epoch);
            return LeaseReceipt.of(
                    Verdict.ACCEPTED,
                    ended(sql, lease.get(), LeaseEnd.REVOKED, JobRules::returned)
                            .orElseThrow());
        });
    }

    /** Commits a result, once. The lease may be of an earlier term: its job_epoch decides. */
    public LeaseReceipt finish(JobOutcome outcome) {
        return write("committing a result", sql -> {
            Optional<Job> job = JobTable.byId(sql, outcome.jobId());
            Optional<JobLease> lease = LeaseTable.byId(sql, outcome.leaseId())
                    .filter(found -> found.jobId().equals(outcome.jobId()));
            if (job.isEmpty() || lease.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            ResultCheck check = JobRules.check(job.get(), lease.get(), outcome);
            if (check == ResultCheck.ACCEPT) {
                return LeaseReceipt.of(Verdict.ACCEPTED, finished(sql, job.get(), outcome));
            }
            AgentTable.touch(sql, lease.get().agent(), epoch);
            return LeaseReceipt.of(check == ResultCheck.REPEATED ? Verdict.ACCEPTED : Verdict.STALE, job.get());
        });
    }

    private Job finished(SqlStatements sql, Job job, JobOutcome outcome) throws SQLException {
        LeaseTable.end(sql, outcome.leaseId(), outcome.leaseEnd(), epoch);
        if (job.agent().isPresent()) {
            AgentTable.recordSeen(sql, job.agent().get(), Optional.empty(), epoch);
        }
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

    /**
     * Ends an expired lease; empty if it had ended before, or is not expired.
     *
     * @param isExpired asked in the transaction: a renewal may have been committed since the caller found the lease
     */
    public Optional<Job> expire(String leaseId, BooleanSupplier isExpired) {
        return write("ending a lease", sql -> {
            Optional<JobLease> lease =
                    LeaseTable.byId(sql, leaseId).filter(found -> found.ended().isEmpty() && isExpired.getAsBoolean());
            return lease.isEmpty() ? Optional.empty() : ended(sql, lease.get(), LeaseEnd.EXPIRED, JobRules::expired);
        });
    }

    /** Records that an agent has stopped, and gives back all its leases. Returns the jobs that are queued again. */
    public List<Job> leave(String agent) {
        return write("recording the end of an agent", sql -> {
            List<Job> queued = revokeAll(sql, agent, JobRules::returned);
            AgentTable.markLeft(sql, agent, epoch);
            return queued;
        });
    }

    /** Gives back all leases of an agent that was stopped with its commands. Returns the jobs that are queued again. */
    public List<Job> giveBackAll(String agent) {
        return write("returning leases", sql -> revokeAll(sql, agent, JobRules::returned));
    }

    /** Queues a failed or dead job again; empty if there is no such job. A job in another state does not change. */
    public Optional<Job> retry(String jobId) {
        return write("retrying a job", sql -> {
            Optional<Job> job = JobTable.byId(sql, jobId);
            if (job.isEmpty() || !JobRules.mayRetry(job.get().state())) {
                return job;
            }
            JobTable.setResult(sql, jobId, Optional.empty(), job.get().output(), epoch);
            return Optional.of(apply(sql, job.get(), JobRules.retried(job.get())));
        });
    }

    /** Deletes a job that has ended, with its leases and its key; empty if there is no such job. */
    public Optional<Job> delete(String jobId) {
        return write("deleting a job", sql -> {
            Optional<Job> job = JobTable.byId(sql, jobId);
            if (job.isPresent() && job.get().state().isFinal()) {
                RetentionTables.deleteJob(sql, jobId);
                EventTable.addDeletedJob(sql, job.get(), epoch);
            }
            return job;
        });
    }

    /** Removes one small batch of everything that ended or happened longer ago. Returns whether there may be more. */
    public boolean removeOlderThan(Duration age) {
        return write("removing old jobs", sql -> RetentionTables.removeBatch(sql, age.toMillis(), epoch));
    }

    /** Marks agents without a lease as vanished that were not seen for so long. Returns their names. */
    public List<String> markVanished(Duration silence) {
        return write("marking vanished agents", sql -> AgentTable.markVanished(sql, silence.toMillis(), epoch));
    }

    /** Marks an agent as deleted and ends its leases; empty if there is no such agent. */
    public Optional<List<Job>> deleteAgent(String agent) {
        return write("deleting an agent", sql -> {
            if (!AgentTable.markDeleted(sql, agent, epoch)) {
                return Optional.empty();
            }
            return Optional.of(revokeAll(sql, agent, JobRules::revoked));
        });
    }

    private List<Job> revokeAll(SqlStatements sql, String agent, Function<Job, JobTransition> rule)
            throws SQLException {
        List<Job> jobs = new ArrayList<>();
        for (JobLease lease : LeaseTable.currentOf(sql, agent)) {
            ended(sql, lease, LeaseEnd.REVOKED, rule).ifPresent(jobs::add);
        }
        return jobs;
    }

    private Optional<Job> ended(SqlStatements sql, JobLease lease, LeaseEnd end, Function<Job, JobTransition> rule)
            throws SQLException {
        LeaseTable.end(sql, lease.id(), end, epoch);
        Optional<Job> job = JobTable.byId(sql, lease.jobId()).filter(held -> JobRules.isCurrent(held, lease));
        if (job.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(apply(sql, job.get(), rule.apply(job.get())));
    }

    private Job apply(SqlStatements sql, Job job, JobTransition transition) throws SQLException {
        Job changed = JobTable.apply(sql, job, transition, epoch);
        EventTable.addJob(sql, changed);
        return changed;
    }
}
