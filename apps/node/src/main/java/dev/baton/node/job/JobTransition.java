package dev.baton.node.job;

/**
 * A change of a job.
 *
 * @param state the new state
 * @param jobEpoch the new epoch
 * @param attempt the new number of attempts
 */
public record JobTransition(JobState state, long jobEpoch, int attempt) {}
