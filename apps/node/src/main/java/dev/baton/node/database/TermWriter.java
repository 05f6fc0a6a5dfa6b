package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.node.database.LeaseReceipt.Verdict;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobOutput;
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
                sql.update(EventTable.ofJob(created.get()));
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
            List<SqlChange> changes = new ArrayList<>(AgentTable.seen(agent, Optional.of(filter.labels()), epoch));
            changes.add(EventTable.ofJob(job.get()));
            changes.add(LeaseTable.addition(id, job.get(), agent, ttl, epoch));
            return sql.rowOfLast(LeaseTable::read, changes).map(lease -> new Grant(lease, job.get()));
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
    public LeaseReceipt renew(String leaseId, long jobEpoch, Optional<JobOutput> output, Consumer<JobLease> renewed) {
        return write("renewing a lease", sql -> {
            Optional<Grant> found = LeaseTable.withJob(sql, leaseId);
            if (found.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            JobLease lease = found.get().lease();
            Job job = found.get().job();
            if (lease.jobEpoch() != jobEpoch || !JobRules.isCurrent(job, lease)) {
                AgentTable.touch(sql, lease.agent(), epoch);
                return LeaseReceipt.of(Verdict.STALE, job);
            }
            if (output.isPresent()) {
                JobTable.setOutput(sql, job.id(), output.get(), epoch);
            }
            AgentTable.recordSeen(sql, lease.agent(), Optional.empty(), epoch);
            JobLease current = LeaseTable.renew(sql, lease, epoch);
            renewed.accept(current);
            return new LeaseReceipt(Verdict.ACCEPTED, Optional.of(job), Optional.of(current));
        });
    }

    /** Ends a lease whose agent gives it back, once. The job is queued, and the attempt does not count. */
    public LeaseReceipt giveBack(String leaseId, long jobEpoch) {
        return write("returning a lease", sql -> {
            Optional<Grant> found = LeaseTable.withJob(sql, leaseId);
            if (found.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            JobLease lease = found.get().lease();
            Job job = found.get().job();
            boolean repeated = lease.ended().filter(LeaseEnd.REVOKED::equals).isPresent();
            if (lease.jobEpoch() != jobEpoch || (!repeated && !JobRules.isCurrent(job, lease))) {
                AgentTable.touch(sql, lease.agent(), epoch);
                return LeaseReceipt.of(Verdict.STALE, job);
            }
            if (repeated) {
                AgentTable.touch(sql, lease.agent(), epoch);
                return LeaseReceipt.of(Verdict.ACCEPTED, job);
            }
            AgentTable.recordSeen(sql, lease.agent(), Optional.empty(), epoch);
            return LeaseReceipt.of(
                    Verdict.ACCEPTED,
                    ended(sql, lease, LeaseEnd.REVOKED, JobRules::returned).orElseThrow());
        });
    }

    /** Commits a result, once. The lease may be of an earlier term: its job_epoch decides. */
    public LeaseReceipt finish(JobOutcome outcome) {
        return write("committing a result", sql -> {
            Optional<Grant> found = LeaseTable.withJob(sql, outcome.leaseId())
                    .filter(grant -> grant.job().id().equals(outcome.jobId()));
            if (found.isEmpty()) {
                return LeaseReceipt.unknown();
            }
            JobLease lease = found.get().lease();
            Job job = found.get().job();
            ResultCheck check = JobRules.check(job, lease, outcome);
            if (check == ResultCheck.ACCEPT) {
                return LeaseReceipt.of(Verdict.ACCEPTED, finished(sql, job, outcome));
            }
            AgentTable.touch(sql, lease.agent(), epoch);
            return LeaseReceipt.of(check == ResultCheck.REPEATED ? Verdict.ACCEPTED : Verdict.STALE, job);
        });
    }

    private Job finished(SqlStatements sql, Job job, JobOutcome outcome) throws SQLException {
        JobTransition next = JobRules.finished(job, outcome.succeeded());
        List<SqlChange> changes = new ArrayList<>();
        changes.add(LeaseTable.end(outcome.leaseId(), outcome.leaseEnd(), epoch));
        job.agent().ifPresent(agent -> changes.addAll(AgentTable.seen(agent, Optional.empty(), epoch)));
        changes.add(EventTable.ofJob(job, next, epoch));
        changes.add(JobTable.change(job, next, outcome.exitCode(), outcome.output(), epoch));
        return sql.rowOfLast(JobTable::read, changes).orElseThrow();
    }

    /** Cancels a job; empty if there is no such job. */
    public Optional<Job> cancel(String jobId) {
        return write("cancelling a job", sql -> {
            Optional<Job> job = JobTable.byId(sql, jobId);
            if (job.isEmpty() || job.get().state().isFinal()) {
                return job;
            }
            if (job.get().leaseId().isPresent()) {
                sql.update(LeaseTable.end(job.get().leaseId().get(), LeaseEnd.CANCELLED, epoch));
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
            JobTransition next = JobRules.retried(job.get());
            return sql.rowOfLast(
                    JobTable::read,
                    List.of(
                            EventTable.ofJob(job.get(), next, epoch),
                            JobTable.change(
                                    job.get(), next, Optional.empty(), job.get().output(), epoch)));
        });
    }

    /** Deletes a job that has ended, with its leases and its key; empty if there is no such job. */
    public Optional<Job> delete(String jobId) {
        return write("deleting a job", sql -> {
            Optional<Job> job = JobTable.byId(sql, jobId);
            if (job.isPresent() && job.get().state().isFinal()) {
                RetentionTables.deleteJob(sql, jobId);
                sql.update(EventTable.ofDeletedJob(job.get(), epoch));
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
        sql.update(LeaseTable.end(lease.id(), end, epoch));
        Optional<Job> job = JobTable.byId(sql, lease.jobId()).filter(held -> JobRules.isCurrent(held, lease));
        if (job.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(apply(sql, job.get(), rule.apply(job.get())));
    }

    private Job apply(SqlStatements sql, Job job, JobTransition transition) throws SQLException {
        return sql.rowOfLast(
                        JobTable::read,
                        List.of(EventTable.ofJob(job, transition, epoch), JobTable.change(job, transition, epoch)))
                .orElseThrow();
    }
}
