package dev.baton.node.database;

import dev.baton.node.job.Job;

/**
 * An accepted job.
 *
 * @param isNew false if an earlier request with the same key created the job
 */
public record Submission(Job job, boolean isNew) {}
