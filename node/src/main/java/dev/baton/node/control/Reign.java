package dev.baton.node.control;

import dev.baton.node.ledger.Term;
import dev.baton.node.ledger.Writer;

/**
 * A term of this node, while it lasts.
 *
 * @param mandate what it leads by
 * @param writer what it writes with
 */
record Reign(Term term, Mandate mandate, Writer writer) {}
