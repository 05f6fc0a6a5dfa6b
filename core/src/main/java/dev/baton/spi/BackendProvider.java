package dev.baton.spi;

import dev.baton.BatonClock;
import java.util.Set;

/** How a backend is found: a service, chosen by the scheme of the URL. */
public interface BackendProvider {

    /** The URL schemes this provider opens, without the colon. */
    Set<String> schemes();

    /**
     * Opens the store. May block for as long as it takes to reach it once; a store that cannot be reached
     * at the moment is not a reason to fail.
     *
     * @throws IllegalArgumentException when the URL is wrong, with what is wrong and what would be right
     */
    Backend open(String url, BatonClock clock);
}
