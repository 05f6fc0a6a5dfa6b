package dev.baton.spi;

import dev.baton.BatonClock;
import java.util.Set;

/**
 * Opens backends by URL. Found through {@link java.util.ServiceLoader} and chosen by the scheme of the URL.
 *
 * <pre>{@code
 * public final class MyBackendProvider implements BackendProvider {
 *     public Set<String> schemes() {
 *         return Set.of("mystore");
 *     }
 *
 *     public Backend open(String url, BatonClock clock) {
 *         return new MyBackend(MyOptions.parse(url), clock);
 *     }
 * }
 * }</pre>
 */
public interface BackendProvider {

    /** Returns the URL schemes of this provider, without the colon. */
    Set<String> schemes();

    /**
     * Opens the store. May block while it connects; an unreachable store is not a reason to fail.
     *
     * @param clock the only clock that the backend may read
     * @throws IllegalArgumentException if the URL is not valid; the message names the wrong part and a correct one
     */
    Backend open(String url, BatonClock clock);

    /**
     * Returns whether all connections of this process to the same URL can use one backend, so that they share its
     * sessions, threads and polling. A backend for which this is true keeps apart any number of contenders, also in one
     * election and with one instance id. The default is {@code false}: each connection opens its own.
     *
     * @throws IllegalArgumentException if the URL is not valid
     */
    default boolean isShareable(String url) {
        return false;
    }
}
