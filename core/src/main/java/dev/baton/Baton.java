package dev.baton;

import dev.baton.spi.Backend;
import java.util.List;
import java.util.Objects;

/**
 * A connection to one store, and everything that this process does in the store's elections.
 *
 * <p>One event loop thread serves all elections of a connection, however many there are. Connections of one process with
 * the same URL share it, and with it the sessions, the polling and the renewals. Thread-safe.
 *
 * <pre>{@code
 * try (Baton baton = Baton.connect("postgres://db.internal/app")) {
 *     Candidate candidate = baton.candidate("nightly-report");
 *     candidate.whileLeading(leadership -> report(leadership));
 *     candidate.start();
 *     shutdownSignal.await();
 * }
 * }</pre>
 */
public interface Baton extends AutoCloseable {

    /**
     * Opens the store that the URL names. Use {@link #builder()} for a store of your own, your own executors or a
     * test clock.
     *
     * @throws IllegalArgumentException if no installed backend supports the URL; the message names the artifact to add
     */
    static Baton connect(String url) {
        return builder().url(url).connect();
    }

    /** Returns a builder for a connection with settings other than the defaults. */
    static BatonBuilder builder() {
        return new BatonBuilder();
    }

    /**
     * Returns the election with the given name.
     *
     * @throws IllegalArgumentException if the name is not allowed
     */
    Election election(String name);

    /** Returns a new candidate with the default settings in the named election, not started. */
    default Candidate candidate(String election) {
        return election(Objects.requireNonNull(election, "election")).candidate();
    }

    /**
     * Returns the names of the elections in the store, without those that only store the number of shards of a job. Blocks
     * for one request.
     *
     * @throws ConnectionException if the store cannot be reached or the connection is closed
     */
    List<String> elections();

    /** Registers a watcher for the candidates and gates of this connection, existing ones first. Used by metrics. */
    Registration watch(CandidateWatcher watcher);

    /** Returns the backend of this connection, for code that needs one of its optional interfaces. */
    Backend backend();

    /**
     * Stops every candidate (its work first, then the claim is released), then closes the store, unless another
     * connection of this process uses it. Idempotent; blocks. Called by the work, a gate or a listener of a candidate,
     * it does not wait for that candidate: the rest of the close follows when the caller has returned.
     */
    @Override
    void close();
}
