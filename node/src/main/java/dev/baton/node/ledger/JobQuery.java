package dev.baton.node.ledger;

import dev.baton.node.job.JobState;
import java.util.Optional;

/**
 * Which jobs to list.
 *
 * @param after the id of the last job of the page before
 */
public record JobQuery(Optional<JobState> state, int limit, Optional<String> after) {}
