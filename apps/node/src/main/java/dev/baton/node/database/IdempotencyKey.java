package dev.baton.node.database;

/**
 * A key under which a request takes effect once.
 *
 * @param print what tells this request from another under the same key
 */
public record IdempotencyKey(String key, String print) {}
