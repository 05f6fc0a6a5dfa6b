package dev.baton;

/**
 * A listener, watcher or work that was registered and can be removed.
 *
 * <pre>{@code
 * Registration registration = candidate.onLost(lost -> alert(lost));
 * registration.close();
 * }</pre>
 */
public interface Registration extends AutoCloseable {

    /** Removes the registration. Nothing is delivered after this returns, except a delivery in progress. Idempotent. */
    @Override
    void close();
}
