package dev.baton.node.database;

import dev.baton.node.job.Job;
import java.util.List;
import java.util.Optional;

/**
 * A page of jobs.
 *
 * @param next the id to continue after, if there may be more
 */
public record JobPage(List<Job> jobs, Optional<String> next) {}
