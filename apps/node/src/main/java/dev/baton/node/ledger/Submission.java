package dev.baton.node.ledger;

import dev.baton.node.job.Job;

/** What became of an order. */
public sealed interface Submission {

    /** A job was made, or had been made by this same request before. */
    record Accepted(Job job, boolean isNew) implements Submission {}

    /** The key was used for another request. */
    record KeyTaken() implements Submission {}
}
