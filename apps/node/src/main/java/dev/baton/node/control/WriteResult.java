package dev.baton.node.control;

/**
 * The result of a write.
 *
 * @param leaderEpoch the term in whose guarded transaction it was committed
 */
public record WriteResult<T>(T value, long leaderEpoch) {}
