package dev.baton.internal.runtime;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateWatcher;
import dev.baton.Election;
import dev.baton.InstanceStatus;
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

/** A connection and its loop. */
public final class BatonRuntime implements Baton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration PULSE = Duration.ofMillis(500);

    private final SharedServices services;
    private final Set<CandidateRuntime> candidates = ConcurrentHashMap.newKeySet();
    private final Set<RosterPresenceRuntime> attendances = ConcurrentHashMap.newKeySet();
    private final CandidateWatchers watchers;
    private final ClockStepDetector clocks;
    private volatile boolean closed;
    private final CandidateSettings defaults;
    private volatile Fitting lastFitting;

    private BatonRuntime(RuntimeEnvironment environment, Backend backend, CandidateSettings defaults) {
        this.services = new SharedServices(
                environment,
                backend,
                new BatchedRenewals(environment, backend),
                new RosterPublisher(environment, backend));
        this.defaults = defaults;
        this.lastFitting = new Fitting(defaults, machineSettings(defaults, backend));
        this.watchers = new CandidateWatchers(environment.callbacks());
        this.clocks = new ClockStepDetector(environment.clock().now());
        if (backend.isEnabled()) {
            pulse();
        }
    }

    /** Connects with real threads, to the store of the URL or to the one that the factory opens. */
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
            return new BatonRuntime(environment, factory.open(environment.clock()), defaults);
        } catch (RuntimeException | Error failure) {
            environment.onClose().run();
            throw failure;
        }
    }

    @Override
    public Election election(String name) {
        return new ElectionRuntime(this, services, Names.check("election", name));
    }

    @Override
    public List<String> elections() {
        return Transfers.await(services.backend(), services.backend().elections(), "its elections");
    }

    @Override
    public Registration watch(CandidateWatcher watcher) {
        return watchers.add(watcher);
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
        attendances.forEach(RosterPresenceRuntime::close);
        List<CandidateRuntime> leaving = List.copyOf(candidates);
        leaving.forEach(CandidateRuntime::requestStop);
        leaving.forEach(quietly(CandidateRuntime::close));
        if (services.backend().isEnabled()) {
            services.environment().loop().execute(services.roster()::close);
        }
        services.backend().close();
        services.environment().onClose().run();
    }

    CandidateSettings defaults() {
        return defaults;
    }

    Candidate join(String election, CandidateSettings wishes) {
        if (closed) {
            throw new IllegalStateException(
                    "this connection to " + services.backend().describe() + " is closed");
        }
        CandidateRuntime candidate =
                new CandidateRuntime(services, election, wishes, fitted(wishes), watchers, this::leave);
        candidates.add(candidate);
        watchers.candidateAdded(candidate);
        return candidate;
    }

    RosterPresence joinRoster(String election, CandidateSettings who, Consumer<List<InstanceStatus>> present) {
        if (closed) {
            throw new IllegalStateException(
                    "this connection to " + services.backend().describe() + " is closed");
        }
        RosterPresenceRuntime attendance =
                new RosterPresenceRuntime(services, election, who, present, attendances::remove);
        attendances.add(attendance);
        if (services.backend().isEnabled()) {
            attendance.start();
        }
        return attendance;
    }

    private void leave(CandidateRuntime candidate) {
        candidates.remove(candidate);
        watchers.candidateRemoved(candidate);
        candidate.dispose();
    }

    /** Ten thousand candidates with the same wishes share one set of durations. */
    private MachineSettings fitted(CandidateSettings wishes) {
        Fitting last = lastFitting;
        if (!Objects.equals(last.wishes, wishes)) {
            last = new Fitting(wishes, machineSettings(wishes, services.backend()));
            lastFitting = last;
        }
        return last.settings;
    }

    /**
     * Notices reigns that ran out while the monotonic clock, and so every timer, stood still. Looking at ten
     * thousand twice a second would be half of what an idle process costs, so it looks only when it must.
     */
    private void pulse() {
        if (!closed) {
            if (clocks.mustLook(services.environment().clock().now())) {
                candidates.forEach(candidate -> candidate.driver().checkExpiry());
            }
            services.environment().loop().at(services.now() + PULSE.toNanos(), this::pulse);
        }
    }

    private static Consumer<CandidateRuntime> quietly(Consumer<CandidateRuntime> action) {
        return candidate -> {
            try {
                action.accept(candidate);
            } catch (ShutdownException late) {
                LOG.warn("{}", late.getMessage());
            }
        };
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

    private record Fitting(CandidateSettings wishes, MachineSettings settings) {}
}
