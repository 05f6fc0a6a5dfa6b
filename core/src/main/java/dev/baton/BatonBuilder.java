package dev.baton;

import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.spi.BackendFactory;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Builds a {@link Baton} connection.
 *
 * <pre>{@code
 * Baton baton = Baton.builder()
 *         .url("lease:postgres://db.internal/app")
 *         .workExecutor(applicationExecutor)
 *         .defaults(CandidateSettings.builder().stopGrace(Duration.ofSeconds(2)).build())
 *         .connect();
 * }</pre>
 */
public final class BatonBuilder {
    private Optional<String> url = Optional.empty();
    private Optional<BackendFactory> backend = Optional.empty();
    private Optional<Executor> workExecutor = Optional.empty();
    private Optional<Executor> callbackExecutor = Optional.empty();
    private boolean virtualThreads;
    private boolean isolated;
    private BatonClock clock = BatonClock.system();
    private CandidateSettings defaults = CandidateSettings.defaults();

    BatonBuilder() {}

    /** Sets the store by its URL. Exactly one of this and {@link #backend} is required. */
    public BatonBuilder url(String value) {
        url = Optional.of(Objects.requireNonNull(value, "url"));
        return this;
    }

    /** Sets the store by a factory, for a backend of your own or one that uses the application's {@code DataSource}. */
    public BatonBuilder backend(BackendFactory value) {
        backend = Optional.of(Objects.requireNonNull(value, "backend"));
        return this;
    }

    /**
     * Sets the executor for work bodies and health checks. It must start every task at once: work that waits in a
     * queue is work that the leader does not do. Its {@code execute} must not block; a task that it would run in its
     * caller runs on a thread of Baton's own. Baton never shuts it down.
     */
    public BatonBuilder workExecutor(Executor value) {
        workExecutor = Optional.of(Objects.requireNonNull(value, "workExecutor"));
        return this;
    }

    /**
     * Sets the executor for listeners and observers. It may queue. Its {@code execute} must not block; a task that it would
     * run in its caller runs on a thread of Baton's own. Baton never shuts it down.
     */
    public BatonBuilder callbackExecutor(Executor value) {
        callbackExecutor = Optional.of(Objects.requireNonNull(value, "callbackExecutor"));
        return this;
    }

    /**
     * Runs work and callbacks on virtual threads, unless an executor is set for them.
     *
     * @throws UnsupportedOperationException if this JVM has no virtual threads (they need Java 21)
     */
    public BatonBuilder virtualThreads() {
        BatonRuntime.requireVirtualThreads();
        virtualThreads = true;
        return this;
    }

    /**
     * Opens a backend for this connection alone. Otherwise connections with the same URL share one, with its sessions and
     * threads. For tests in which a connection represents another process, or if elections must not have a session in
     * common.
     */
    public BatonBuilder isolated() {
        isolated = true;
        return this;
    }

    /** Sets the clock, for tests. The default reads the machine's clocks. A connection with another clock is isolated. */
    public BatonBuilder clock(BatonClock value) {
        clock = Objects.requireNonNull(value, "clock");
        return this;
    }

    /** Sets the settings of candidates that are created without any. */
    public BatonBuilder defaults(CandidateSettings value) {
        defaults = Objects.requireNonNull(value, "defaults");
        return this;
    }

    /**
     * Opens the store and returns the connection.
     *
     * @throws IllegalStateException if neither or both of {@code url} and {@code backend} are set, or the factory returns
     *     no backend
     * @throws IllegalArgumentException if no installed backend supports the URL
     */
    public Baton connect() {
        if (url.isPresent() == backend.isPresent()) {
            throw new IllegalStateException(
                    "set exactly one of url and backend; " + (url.isPresent() ? "both are set" : "neither is set"));
        }
        BatonRuntime.Threads threads = new BatonRuntime.Threads(workExecutor, callbackExecutor, virtualThreads);
        boolean mayShare = !isolated && clock.equals(BatonClock.system());
        return url.map(store -> BatonRuntime.connect(store, mayShare, threads, clock, defaults))
                .orElseGet(() -> BatonRuntime.connect(backend.orElseThrow(), threads, clock, defaults));
    }
}
