package dev.baton.node.database;

import dev.baton.node.job.JobState;
import java.util.Optional;

/**
 * Which jobs to list.
 *
 * @param after the id of the last job of the page before
 * @param newestFirst in which order
 */
public record JobQuery(Optional<JobState> state, int limit, Optional<String> after, boolean newestFirst) {

    /** Oldest first. */
    public JobQuery(Optional<JobState> state, int limit, Optional<String> after) {
        this(state, limit, after, false);
    }
}
