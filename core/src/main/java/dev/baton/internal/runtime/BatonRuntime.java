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
import dev.baton.spi.BackendProvider;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import dev.baton.support.thread.NamedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection with its candidates, observations and roster entries. Its store may be shared with other connections. */
public final class BatonRuntime implements Baton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final SharedStores SHARED = new SharedStores();

    private final OpenStore store;
    private final Runnable leaveStore;
    private final SharedServices services;
    private final Set<CandidateRuntime> candidates = ConcurrentHashMap.newKeySet();
    private final Set<RosterPresenceRuntime> presences = ConcurrentHashMap.newKeySet();
    private final Set<ObservationRuntime> observations = ConcurrentHashMap.newKeySet();
    private final CandidateWatchers watchers;
    private final CandidateSettings defaults;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Work that stops while the connection closes can still read the store, until the connection leaves it. */
    private volatile boolean disconnected;

    private volatile CachedSettings lastSettings;

    /** @param leaveStore closes the store, unless other connections use it */
    private BatonRuntime(
            RuntimeEnvironment environment, OpenStore store, Runnable leaveStore, CandidateSettings defaults) {
        this.store = store;
        this.leaveStore = leaveStore;
        this.services =
                new SharedServices(environment, store.backend(), store.renewals(), store.roster(), () -> disconnected);
        this.defaults = defaults;
        this.lastSettings = new CachedSettings(defaults, machineSettings(defaults, store.backend()));
        this.watchers = new CandidateWatchers(environment.callbacks());
    }

    /**
     * Connects with real threads to the store of the URL.
     *
     * @param mayShare whether the connection uses the open store of another connection with this URL, if the backend
     *     allows it
     */
    public static Baton connect(
            String url, boolean mayShare, Threads threads, BatonClock clock, CandidateSettings defaults) {
        BackendProvider provider = BackendLookup.find(url);
        BackendFactory factory = environmentClock -> provider.open(url, environmentClock);
        if (!mayShare || !provider.isShareable(url)) {
            return connect(factory, threads, clock, defaults);
        }
        OpenStore store = SHARED.join(url, () -> OpenStore.open(RuntimeEnvironment.loopOnly(clock), factory));
        // User code of one connection must not occupy the threads of another: only the loop is shared.
        RuntimeEnvironment own = RuntimeEnvironment.real(store.environment().loop(), clock, threads);
        return connected(own, store, () -> SHARED.leave(url, store), defaults);
    }

    /** Connects with real threads to the store that the factory opens. */
    public static Baton connect(BackendFactory factory, Threads threads, BatonClock clock, CandidateSettings defaults) {
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
        OpenStore store = OpenStore.open(environment, factory);
        return connected(environment, store, store::close, defaults);
    }

    private static Baton connected(
            RuntimeEnvironment environment, OpenStore store, Runnable leaveStore, CandidateSettings defaults) {
        try {
            BatonRuntime connection = new BatonRuntime(environment, store, leaveStore, defaults);
            store.add(connection);
            return connection;
        } catch (RuntimeException | Error refused) {
            leaveStore.run();
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
        return services.request(Backend::elections, "list the elections").stream()
                .filter(name -> !Names.isInternal(name))
                .toList();
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
        // Only one call leaves the store: it may still have other connections.
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<CandidateRuntime> callers =
                candidates.stream().filter(ReentrancyCheck::isInside).toList();
        try {
            stopAll();
        } finally {
            if (callers.isEmpty()) {
                leave();
            } else {
                // The work, gate or listener that called this must return before its candidate can release.
                CompletableFuture.allOf(callers.stream()
                                .map(CandidateRuntime::stopWithinTimeout)
                                .toArray(CompletableFuture[]::new))
                        .whenComplete((stopped, late) -> NamedThreads.start("baton-close", this::leave));
            }
        }
    }

    private void leave() {
        observations.forEach(ObservationRuntime::unsubscribe);
        disconnected = true;
        store.remove(this);
        leaveStore.run();
    }

    private void stopAll() {
        presences.forEach(RosterPresenceRuntime::close);
        List<CandidateRuntime> closing = List.copyOf(candidates);
        closing.forEach(CandidateRuntime::requestStop);
        List<CompletableFuture<Void>> endings = new ArrayList<>();
        for (CandidateRuntime candidate : closing) {
            try {
                endings.add(candidate.closeBeforeListeners());
            } catch (ShutdownException late) {
                LOG.warn("{}", late.getMessage());
            }
        }
        CandidateRuntime.awaitListeners(
                CompletableFuture.allOf(endings.toArray(CompletableFuture[]::new)), EventDispatcher.LISTENER_LIMIT);
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
        if (closed.get()) {
            candidate.close();
            checkOpen();
        }
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
        ObservationRuntime observation = new ObservationRuntime(services, election, observer, observations::remove);
        observations.add(observation);
        if (closed.get()) {
            observation.close();
        }
        return observation;
    }

    /** Ends the tenures whose deadline has passed. Called on the event loop. */
    void checkExpiry() {
        candidates.forEach(candidate -> candidate.driver().checkExpiry());
    }

    private void checkOpen() {
        if (closed.get()) {
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
