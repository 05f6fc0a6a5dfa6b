package dev.baton.node.control;

import dev.baton.node.database.LeaderTerm;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.JobLease;
import java.util.List;

/**
 * A term of this node, while it lasts.
 *
 * @param found the leases of earlier terms that counted when it began
 * @param mandate what it leads by
 * @param writer what it writes with
 */
record ActiveTerm(LeaderTerm term, List<JobLease> found, LentLeadership mandate, TermWriter writer) {}
