package dev.baton.node.database;

import dev.baton.node.job.Labels;
import java.util.List;

/**
 * The jobs that an agent can run.
 *
 * @param commandsOnly whether only jobs with a command
 * @param labels the labels of the agent; it runs only jobs that require no others
 */
public record JobFilter(boolean commandsOnly, Labels labels) {
    /** The jobs that every agent can run. */
    public static final JobFilter ANY = new JobFilter(false, Labels.NONE);

    /** Returns a condition for the table of jobs, with {@link #parameters}. */
    String condition() {
        // What is left of the required labels without those of the agent.
        String missing = "requires";
        for (int i = 0; i < labels.names().size(); i++) {
            missing = "replace(" + missing + ", ?, '')";
        }
        String labelled = labels.isEmpty() ? "" : " OR " + missing + " = ''";
        return (commandsOnly ? "command IS NOT NULL AND " : "") + "(requires IS NULL" + labelled + ")";
    }

    List<String> parameters() {
        return labels.names().stream().map(Labels::text).toList();
    }
}
