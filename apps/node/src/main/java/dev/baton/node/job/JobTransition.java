package dev.baton.node.job;

/**
 * What becomes of a job.
 *
 * @param state the state it goes to
 * @param jobEpoch the epoch it has then
 */
public record JobTransition(JobState state, long jobEpoch) {}
