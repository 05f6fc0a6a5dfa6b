package dev.baton.node.job;

/** What an event makes of a job. */
public final class JobRules {

    private JobRules() {}

    /** What a result may do. */
    public enum Reception {
        /** It counts: commit it. */
        ACCEPT,
        /** It was committed before, and its sender has not heard of that. */
        REPEATED,
        /** The lease it belongs to counts no more. */
        STALE
    }

    /** Whether this result is the first, a repetition, or one that came too late. */
    public static Reception reception(Job job, JobLease lease, JobOutcome outcome) {
        if (lease.jobEpoch() != outcome.jobEpoch()) {
            return Reception.STALE;
        }
        if (lease.ended().isPresent()) {
            return lease.ended().get() == outcome.leaseEnd() ? Reception.REPEATED : Reception.STALE;
        }
        return isHeldBy(job, lease) ? Reception.ACCEPT : Reception.STALE;
    }

    /** Whether this lease is the one that counts. */
    public static boolean isHeldBy(Job job, JobLease lease) {
        return job.state() == JobState.LEASED
                && job.jobEpoch() == lease.jobEpoch()
                && job.leaseId().filter(lease.id()::equals).isPresent();
    }

    /** A result that counts: final, save a failure that is to be tried again. */
    public static JobTransition finished(Job job, boolean succeeded) {
        if (succeeded) {
            return new JobTransition(JobState.SUCCEEDED, job.jobEpoch());
        }
        return job.order().retriesFailures() && job.hasAttemptsLeft()
                ? new JobTransition(JobState.QUEUED, job.jobEpoch() + 1)
                : new JobTransition(JobState.FAILED, job.jobEpoch());
    }

    /** Its lease ran out: back into the queue, unless it had all its attempts. */
    public static JobTransition lapsed(Job job) {
        return new JobTransition(job.hasAttemptsLeft() ? JobState.QUEUED : JobState.DEAD, job.jobEpoch() + 1);
    }

    /** Its agent was taken away, which is not the job's fault: back into the queue whatever its attempts. */
    public static JobTransition revoked(Job job) {
        return new JobTransition(JobState.QUEUED, job.jobEpoch() + 1);
    }

    /** It was called off; what is final stays as it is. */
    public static JobTransition cancelled(Job job) {
        if (job.state().isFinal()) {
            return new JobTransition(job.state(), job.jobEpoch());
        }
        return new JobTransition(JobState.CANCELLED, job.jobEpoch() + (job.state() == JobState.LEASED ? 1 : 0));
    }
}
