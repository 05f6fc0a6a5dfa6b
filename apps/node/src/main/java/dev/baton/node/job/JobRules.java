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
            return same(job, JobState.SUCCEEDED);
        }
        return job.spec().retriesFailures() && job.hasAttemptsLeft()
                ? next(job, JobState.QUEUED, job.attempt())
                : same(job, JobState.FAILED);
    }

    /** Applies the expiry of the current lease: the job is queued again, or dead if no attempts are left. */
    public static JobTransition expired(Job job) {
        return next(job, job.hasAttemptsLeft() ? JobState.QUEUED : JobState.DEAD, job.attempt());
    }

    /** Applies the removal of the agent. The job is not at fault, so it is queued even if no attempts are left. */
    public static JobTransition revoked(Job job) {
        return next(job, JobState.QUEUED, job.attempt());
    }

    /** Applies the return of the current lease by its agent. An attempt that was interrupted from outside does not count. */
    public static JobTransition returned(Job job) {
        return next(job, JobState.QUEUED, Math.max(0, job.attempt() - 1));
    }

    /** Returns whether a client may queue a job in this state again. */
    public static boolean mayRetry(JobState state) {
        return state == JobState.FAILED || state == JobState.DEAD;
    }

    /** Queues an ended job again, with all its attempts. */
    public static JobTransition retried(Job job) {
        return next(job, JobState.QUEUED, 0);
    }

    /** Applies a cancellation; a final state does not change. */
    public static JobTransition cancelled(Job job) {
        if (job.state().isFinal()) {
            return same(job, job.state());
        }
        return job.state() == JobState.LEASED
                ? next(job, JobState.CANCELLED, job.attempt())
                : same(job, JobState.CANCELLED);
    }

    private static JobTransition same(Job job, JobState state) {
        return new JobTransition(state, job.jobEpoch(), job.attempt());
    }

    private static JobTransition next(Job job, JobState state, int attempt) {
        return new JobTransition(state, job.jobEpoch() + 1, attempt);
    }
}
