package dev.baton.node.database;

/**
 * A key that makes repetitions of a request have no further effect.
 *
 * @param fingerprint distinguishes the request from other requests with the same key
 */
public record IdempotencyKey(String key, String fingerprint) {}
