package dev.baton.node.control;

import dev.baton.node.job.Lease;
import dev.baton.node.ledger.Term;
import dev.baton.node.ledger.Writer;
import java.util.List;

/**
 * A term of this node, while it lasts.
 *
 * @param found the leases of earlier terms that counted when it began
 * @param mandate what it leads by
 * @param writer what it writes with
 */
record Reign(Term term, List<Lease> found, Mandate mandate, Writer writer) {}
