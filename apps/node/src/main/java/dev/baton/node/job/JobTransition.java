package dev.baton.node.job;

/**
 * A change of a job.
 *
 * @param state the new state
 * @param jobEpoch the new epoch
 */
public record JobTransition(JobState state, long jobEpoch) {}
