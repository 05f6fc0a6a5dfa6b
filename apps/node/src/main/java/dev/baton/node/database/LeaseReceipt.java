package dev.baton.node.database;

import dev.baton.node.job.Job;

/** What became of an agent's message about a lease. */
public sealed interface LeaseReceipt {

    /** It took effect, now or when it came before. */
    record Taken(Job job) implements LeaseReceipt {}

    /** The lease counts no more: the job's epoch is another. */
    record Stale(long jobEpoch) implements LeaseReceipt {}

    /** It belongs to an earlier term, and this leader is draining. */
    record EarlierTerm() implements LeaseReceipt {}

    /** There is no such job or lease. */
    record Unknown() implements LeaseReceipt {}
}
