package dev.baton.node.database;

import dev.baton.node.job.JobState;
import java.util.Optional;
import java.util.Set;

/**
 * A query for a page of jobs.
 *
 * @param label only jobs that require this label
 * @param limit the maximum number of jobs; a page of large jobs is shorter
 * @param after the id of the last job of the previous page
 * @param include the large parts to read
 */
public record JobQuery(
        Optional<JobState> state,
        Optional<String> label,
        int limit,
        Optional<String> after,
        boolean newestFirst,
        Set<JobPart> include) {

    public JobQuery {
        include = Set.copyOf(include);
    }

    /** Creates a query for jobs with any label, without their large parts. */
    public JobQuery(Optional<JobState> state, int limit, Optional<String> after, boolean newestFirst) {
        this(state, Optional.empty(), limit, after, newestFirst, Set.of());
    }
}
