package dev.baton.node.ledger;

import dev.baton.node.job.Lease;
import java.util.List;

/**
 * A term that has begun.
 *
 * @param found the leases that count, all granted in earlier terms
 */
public record BegunTerm(Term term, List<Lease> found) {}
