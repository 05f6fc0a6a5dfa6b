package dev.baton.node.database;

/**
 * A key that makes repetitions of a request have no further effect.
 *
 * @param fingerprint distinguishes the request from other requests with the same key
 * @param earlierFingerprint what release 0.1 stored for the same request
 */
public record IdempotencyKey(String key, String fingerprint, String earlierFingerprint) {

    public IdempotencyKey(String key, String fingerprint) {
        this(key, fingerprint, fingerprint);
    }
}
