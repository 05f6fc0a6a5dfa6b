package dev.baton.internal.runtime;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateWatcher;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.LeaderObservation;
import dev.baton.LeaderObserver;
import dev.baton.Registration;
import dev.baton.RosterPresence;
import dev.baton.ShutdownException;
import dev.baton.internal.machine.MachineSettings;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendFactory;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection with its event loop, its candidates and its roster entries. */
public final class BatonRuntime implements Baton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CLOCK_CHECK_INTERVAL = Duration.ofMillis(500);

    private final SharedServices services;
    private final Set<CandidateRuntime> candidates = ConcurrentHashMap.newKeySet();
    private final Set<RosterPresenceRuntime> presences = ConcurrentHashMap.newKeySet();
    private final CandidateWatchers watchers;
    private final ClockStepDetector clockSteps;
    private final CandidateSettings defaults;
    private volatile boolean closed;
    /** Work that stops while the connection closes can still read the store, until the backend is closed too. */
    private volatile boolean backendClosed;

    private volatile CachedSettings lastSettings;

    private BatonRuntime(RuntimeEnvironment environment, Backend backend, CandidateSettings defaults) {
        this.services = new SharedServices(
                environment,
                backend,
                new BatchedRenewals(environment, backend),
                new RosterPublisher(environment, backend),
                () -> backendClosed);
        this.defaults = defaults;
        this.lastSettings = new CachedSettings(defaults, machineSettings(defaults, backend));
        this.watchers = new CandidateWatchers(environment.callbacks());
        this.clockSteps = new ClockStepDetector(environment.clock().now());
        if (backend.isEnabled()) {
            checkClocks();
        }
    }

    /** Connects with real threads to the store of the URL, or to the one that the factory opens. */
    public static Baton connect(
            Optional<String> url,
            Optional<BackendFactory> backend,
            Threads threads,
            BatonClock clock,
            CandidateSettings defaults) {
        BackendFactory factory =
                backend.orElseGet(() -> url.map(BackendLookup::factory).orElseThrow());
        return over(RuntimeEnvironment.real(clock, threads), factory, defaults);
    }

    /** Connects in the given environment with default settings. */
    public static Baton over(RuntimeEnvironment environment, BackendFactory factory) {
        return over(environment, factory, CandidateSettings.defaults());
    }

    /** Checks that this JVM has virtual threads. */
    public static void requireVirtualThreads() {
        NamedThreads.virtual().shutdown();
    }

    private static Baton over(RuntimeEnvironment environment, BackendFactory factory, CandidateSettings defaults) {
        try {
            Backend backend = factory.open(environment.clock());
            if (backend == null) {
                throw new IllegalStateException("the BackendFactory returned null; it must return a backend");
            }
            return over(environment, backend, defaults);
        } catch (RuntimeException | Error failure) {
            environment.onClose().run();
            throw failure;
        }
    }

    private static Baton over(RuntimeEnvironment environment, Backend backend, CandidateSettings defaults) {
        try {
            return new BatonRuntime(environment, backend, defaults);
        } catch (RuntimeException | Error refused) {
            backend.close();
            throw refused;
        }
    }

    @Override
    public Election election(String name) {
        Objects.requireNonNull(name, "name");
        return new ElectionRuntime(this, services, Names.check("election", name));
    }

    @Override
    public List<String> elections() {
        return services.request(Backend::elections, "list the elections");
    }

    @Override
    public Registration watch(CandidateWatcher watcher) {
        return watchers.add(Objects.requireNonNull(watcher, "watcher"));
    }

    @Override
    public Backend backend() {
        return services.backend();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        presences.forEach(RosterPresenceRuntime::close);
        List<CandidateRuntime> closing = List.copyOf(candidates);
        closing.forEach(CandidateRuntime::requestStop);
        for (CandidateRuntime candidate : closing) {
            try {
                candidate.close();
            } catch (ShutdownException late) {
                LOG.warn("{}", late.getMessage());
            }
        }
        if (services.backend().isEnabled()) {
            services.loop().execute(services.roster()::close);
        }
        backendClosed = true;
        services.backend().close();
        services.environment().onClose().run();
    }

    CandidateSettings defaults() {
        return defaults;
    }

    Candidate createCandidate(String election, CandidateSettings settings) {
        checkOpen();
        CandidateRuntime candidate =
                new CandidateRuntime(services, election, settings, machineSettings(settings), watchers, this::remove);
        candidates.add(candidate);
        watchers.candidateAdded(candidate);
        return candidate;
    }

    RosterPresence joinRoster(String election, CandidateSettings identity, Consumer<List<InstanceStatus>> listener) {
        checkOpen();
        RosterPresenceRuntime presence =
                new RosterPresenceRuntime(services, election, identity, listener, presences::remove);
        presences.add(presence);
        if (services.backend().isEnabled()) {
            presence.start();
        }
        return presence;
    }

    LeaderObservation observe(String election, LeaderObserver observer) {
        checkOpen();
        return new ObservationRuntime(services, election, observer);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "the connection to " + services.backend().describe() + " is closed");
        }
    }

    private void remove(CandidateRuntime candidate) {
        candidates.remove(candidate);
        watchers.candidateRemoved(candidate);
        candidate.dispose();
    }

    /** Returns the machine's settings. Thousands of candidates with equal settings share one instance. */
    private MachineSettings machineSettings(CandidateSettings settings) {
        CachedSettings last = lastSettings;
        if (!last.settings.equals(settings)) {
            last = new CachedSettings(settings, machineSettings(settings, services.backend()));
            lastSettings = last;
        }
        return last.machine;
    }

    /**
     * Finds tenures that expired while the monotonic clock, and with it every timer, was stopped. Checking thousands of
     * candidates twice a second would double the cost of an idle process, so this happens only after a clock step.
     */
    private void checkClocks() {
        if (!closed) {
            if (clockSteps.mustCheckDeadlines(services.environment().clock().now())) {
                candidates.forEach(candidate -> candidate.driver().checkExpiry());
            }
            services.environment().after(CLOCK_CHECK_INTERVAL, this::checkClocks);
        }
    }

    private static MachineSettings machineSettings(CandidateSettings settings, Backend backend) {
        return new MachineSettings(
                CandidateTiming.of(settings, backend.defaults()), settings.reconnectGrace(), settings.autoReacquire());
    }

    /**
     * The threads that user code runs on.
     *
     * @param work runs work and health checks; empty: threads of Baton's own
     * @param callbacks runs listeners and observers; empty: threads of Baton's own
     * @param virtual whether Baton's own threads are virtual
     */
    public record Threads(Optional<Executor> work, Optional<Executor> callbacks, boolean virtual) {
        /** Platform threads of Baton's own. */
        public static final Threads OWN = new Threads(Optional.empty(), Optional.empty(), false);
    }

    private record CachedSettings(CandidateSettings settings, MachineSettings machine) {}
}
