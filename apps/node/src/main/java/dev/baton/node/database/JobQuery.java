package dev.baton.node.database;

import dev.baton.node.job.JobState;
import java.util.Optional;

/**
 * A query for a page of jobs.
 *
 * @param after the id of the last job of the previous page
 */
public record JobQuery(Optional<JobState> state, int limit, Optional<String> after, boolean newestFirst) {}
