package dev.baton.internal.runtime;

import dev.baton.spi.Backend;
import dev.baton.spi.BackendFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One open backend with the event loop, the renewals and the roster entries of all connections that use it. Renewals that
 * are due together go out in one request, and the roster has one entry for the process, whichever connection they belong
 * to.
 */
final class OpenStore {
    private static final Duration CLOCK_CHECK_INTERVAL = Duration.ofMillis(500);

    /** How long a connection that closes waits until its entries are removed from the roster. */
    private static final Duration ROSTER_LIMIT = Duration.ofSeconds(2);

    private final RuntimeEnvironment environment;
    private final Backend backend;
    private final BatchedRenewals renewals;
    private final RosterPublisher roster;
    private final ClockStepDetector clockSteps;
    private final Set<BatonRuntime> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private OpenStore(RuntimeEnvironment environment, Backend backend) {
        this.environment = environment;
        this.backend = backend;
        this.renewals = new BatchedRenewals(environment, backend);
        this.roster = new RosterPublisher(environment, backend);
        this.clockSteps = new ClockStepDetector(environment.clock().now());
        if (backend.isEnabled()) {
            checkClocks();
        }
    }

    /** Opens the backend. The store owns the environment, and closes it even if the backend cannot be opened. */
    static OpenStore open(RuntimeEnvironment environment, BackendFactory factory) {
        try {
            Backend backend = factory.open(environment.clock());
            if (backend == null) {
                throw new IllegalStateException("the BackendFactory returned null; it must return a backend");
            }
            return new OpenStore(environment, backend);
        } catch (RuntimeException | Error failure) {
            environment.onClose().run();
            throw failure;
        }
    }

    RuntimeEnvironment environment() {
        return environment;
    }

    Backend backend() {
        return backend;
    }

    BatchedRenewals renewals() {
        return renewals;
    }

    RosterPublisher roster() {
        return roster;
    }

    void add(BatonRuntime connection) {
        connections.add(connection);
    }

    /** Removes a connection whose candidates have stopped. Blocks until the roster shows that, for a limited time. */
    void remove(BatonRuntime connection) {
        connections.remove(connection);
        if (backend.isEnabled() && !connections.isEmpty()) {
            CompletableFuture<Boolean> published = new CompletableFuture<>();
            environment.loop().execute(() -> roster.afterNextPublication(() -> published.complete(true)));
            FutureWait.isDoneWithin(published, ROSTER_LIMIT);
        }
    }

    /** Closes the backend and the event loop. No connection uses them any more. */
    void close() {
        closed = true;
        if (backend.isEnabled()) {
            environment.loop().execute(roster::close);
        }
        backend.close();
        environment.onClose().run();
    }

    /**
     * Finds tenures that expired while the monotonic clock, and with it every timer, was stopped. Checking thousands of
     * candidates twice a second would double the cost of an idle process, so this happens only after a clock step.
     */
    private void checkClocks() {
        if (!closed) {
            if (clockSteps.mustCheckDeadlines(environment.clock().now())) {
                connections.forEach(BatonRuntime::checkExpiry);
            }
            environment.after(CLOCK_CHECK_INTERVAL, this::checkClocks);
        }
    }
}
