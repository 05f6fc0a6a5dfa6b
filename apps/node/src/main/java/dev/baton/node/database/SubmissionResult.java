package dev.baton.node.database;

import dev.baton.node.job.Job;

/** What became of an order. */
public sealed interface SubmissionResult {

    /** A job was made, or had been made by this same request before. */
    record Accepted(Job job, boolean isNew) implements SubmissionResult {}

    /** The key was used for another request. */
    record KeyTaken() implements SubmissionResult {}
}
