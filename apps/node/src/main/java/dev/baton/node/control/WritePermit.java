package dev.baton.node.control;

import dev.baton.node.database.TermWriter;

/** The permission to write in the current term. */
public record WritePermit(TermWriter writer, long leaderEpoch) {}
