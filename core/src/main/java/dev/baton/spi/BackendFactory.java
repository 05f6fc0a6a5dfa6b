package dev.baton.spi;

import dev.baton.BatonClock;

/**
 * Opens one store for one connection.
 *
 * <pre>{@code
 * BackendFactory factory = clock -> new MyBackend(clock);
 * Baton baton = Baton.builder().backend(factory).connect();
 * }</pre>
 */
@FunctionalInterface
public interface BackendFactory {

    /**
     * Opens the store. May block while it connects; an unreachable store is not a reason to fail. The connection
     * closes the backend. A factory that returns {@code null} makes the connection fail.
     *
     * @param clock the only clock that the backend may read
     */
    Backend open(BatonClock clock);
}
