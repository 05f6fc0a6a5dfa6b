package dev.baton;

import dev.baton.runtime.BatonRuntime;
import dev.baton.spi.Backend;
import dev.baton.spi.Subscription;
import java.util.List;

/**
 * A connection to one store, and all that this process does in its elections.
 *
 * <p>One loop thread serves all of them, however many there are.
 */
public interface Baton extends AutoCloseable {

    /**
     * Opens the store that the URL names.
     *
     * @throws IllegalArgumentException when no installed backend knows the URL, with the artifact that
     *     would bring it
     */
    static Baton connect(String url) {
        return BatonRuntime.connect(url);
    }

    /** A named contest in this store. */
    Election election(String name);

    /** Shorthand for a candidate with default settings in a named election. */
    default Candidate candidate(String election) {
        return election(election).candidate();
    }

    /** The elections the store knows of. */
    List<String> elections();

    /** Hears of every candidate of this connection and its gates, those that exist first: for metrics. */
    Subscription watch(CandidateWatcher watcher);

    /** The store behind it, for those who need an ability of its own. */
    Backend backend();

    /** Stops every candidate (work, then release), then closes the store. Idempotent. */
    @Override
    void close();
}
