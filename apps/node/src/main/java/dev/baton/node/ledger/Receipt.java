package dev.baton.node.ledger;

import dev.baton.node.job.Job;

/** What became of an agent's message about a lease. */
public sealed interface Receipt {

    /** It took effect, now or when it came before. */
    record Taken(Job job) implements Receipt {}

    /** The lease counts no more: the job's epoch is another. */
    record Stale(long jobEpoch) implements Receipt {}

    /** It belongs to an earlier term, and this leader is draining. */
    record EarlierTerm() implements Receipt {}

    /** There is no such job or lease. */
    record Unknown() implements Receipt {}
}
