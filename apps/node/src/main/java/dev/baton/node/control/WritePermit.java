package dev.baton.node.control;

import dev.baton.node.database.TermWriter;

/**
 * The permission to write in the current term.
 *
 * @param draining whether only results and renewals of this term are accepted
 */
public record WritePermit(TermWriter writer, long leaderEpoch, boolean draining) {}
