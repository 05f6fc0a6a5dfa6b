package dev.baton.node.control;

/**
 * What a write gave.
 *
 * @param leaderEpoch the term in whose guarded transaction it was committed
 */
public record WriteResult<T>(T value, long leaderEpoch) {}
