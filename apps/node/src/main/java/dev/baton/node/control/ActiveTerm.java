package dev.baton.node.control;

import dev.baton.node.database.LeaderTerm;
import dev.baton.node.database.TermWriter;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.JobLease;
import java.util.List;

/**
 * A term of this node.
 *
 * @param inherited the leases of earlier terms that were current when this term began
 */
record ActiveTerm(LeaderTerm term, List<JobLease> inherited, DeadlineLeadership leadership, TermWriter writer) {

    long epoch() {
        return term.leaderEpoch();
    }
}
