package dev.baton.node.job;

/** The state transitions of jobs. */
public final class JobRules {

    private JobRules() {}

    /** Whether a result is committed. */
    public enum ResultCheck {
        /** The result belongs to the current lease and is committed. */
        ACCEPT,
        /** The same result was committed before; the agent sent it again. */
        REPEATED,
        /** The lease of the result has ended. */
        STALE
    }

    /** Checks whether a result is the first of its lease, a repetition, or too late. */
    public static ResultCheck check(Job job, JobLease lease, JobOutcome outcome) {
        if (lease.jobEpoch() != outcome.jobEpoch()) {
            return ResultCheck.STALE;
        }
        if (lease.ended().isPresent()) {
            return lease.ended().get() == outcome.leaseEnd() ? ResultCheck.REPEATED : ResultCheck.STALE;
        }
        return isCurrent(job, lease) ? ResultCheck.ACCEPT : ResultCheck.STALE;
    }

    /** Returns whether this is the current lease of the job. */
    public static boolean isCurrent(Job job, JobLease lease) {
        return job.state() == JobState.LEASED
                && job.jobEpoch() == lease.jobEpoch()
                && job.leaseId().filter(lease.id()::equals).isPresent();
    }

    /** Applies an accepted result. It is final, except for a failure that is retried. */
    public static JobTransition finished(Job job, boolean succeeded) {
        if (succeeded) {
            return new JobTransition(JobState.SUCCEEDED, job.jobEpoch());
        }
        return job.spec().retriesFailures() && job.hasAttemptsLeft()
                ? new JobTransition(JobState.QUEUED, job.jobEpoch() + 1)
                : new JobTransition(JobState.FAILED, job.jobEpoch());
    }

    /** Applies the expiry of the current lease: the job is queued again, or dead if no attempts are left. */
    public static JobTransition expired(Job job) {
        return new JobTransition(job.hasAttemptsLeft() ? JobState.QUEUED : JobState.DEAD, job.jobEpoch() + 1);
    }

    /** Applies the removal of the agent. The job is not at fault, so it is queued even if no attempts are left. */
    public static JobTransition revoked(Job job) {
        return new JobTransition(JobState.QUEUED, job.jobEpoch() + 1);
    }

    /** Applies a cancellation; a final state does not change. */
    public static JobTransition cancelled(Job job) {
        if (job.state().isFinal()) {
            return new JobTransition(job.state(), job.jobEpoch());
        }
        return new JobTransition(JobState.CANCELLED, job.jobEpoch() + (job.state() == JobState.LEASED ? 1 : 0));
    }
}
