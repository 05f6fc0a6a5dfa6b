package dev.baton.internal.runtime;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateListener;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.Gate;
import dev.baton.LatencyStats;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.Registration;
import dev.baton.ShutdownException;
import dev.baton.TransferOutcome;
import dev.baton.internal.machine.Candidacy;
import dev.baton.internal.machine.Input;
import dev.baton.internal.machine.MachineSettings;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A candidate on the loop of its connection. */
final class CandidateRuntime implements Candidate {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration FORCE_PATIENCE = Duration.ofSeconds(2);

    private final Optional<CompletionStage<?>> stopSignal;
    private final SharedServices services;
    private final CandidateIdentity identity;
    private final Contender contender;
    private final CandidateDriver driver;
    private final CurrentTenure reigns;
    private final CandidateListeners listeners;
    private final HealthProbe health;
    private final Transfers transfers;
    private final AtomicInteger starting = new AtomicInteger();
    private final Map<String, Gate> gates = new ConcurrentHashMap<>(2);
    private final CandidateWatchers watchers;
    private final StoreRequests requests;
    private final Consumer<CandidateRuntime> onClosed;
    private volatile boolean closed;

    CandidateRuntime(
            SharedServices services,
            String election,
            CandidateSettings wishes,
            MachineSettings settings,
            CandidateWatchers watchers,
            Consumer<CandidateRuntime> onClosed) {
        this.services = services;
        this.watchers = watchers;
        this.onClosed = onClosed;
        RuntimeEnvironment environment = services.environment();
        String id = wishes.instanceId().orElseGet(() -> InstanceIds.fromEnvironmentOr(services.backend()));
        this.identity = new CandidateIdentity(
                election, id, wishes.priority(), services.backend().logTags(election));
        this.stopSignal = wishes.stopSignal();
        this.transfers = new Transfers(services, election);
        CandidateSignals signals = new CandidateSignals(identity, transfers);
        this.contender = services.backend()
                .contend(new ContenderSettings(
                        election, id, wishes.priority(), wishes.url().orElse(""), signals));
        this.reigns =
                new CurrentTenure(identity, settings.timing().trust(), environment.clock(), environment.work(), this);
        this.listeners =
                new CandidateListeners(this, identity.toString(), environment.callbacks(), environment.clock());
        this.requests = new StoreRequests(services, contender, settings.timing());
        this.driver = new CandidateDriver(
                services,
                settings,
                identity,
                requests,
                reigns,
                listeners,
                new RetryScheduler(
                        wishes.retry().orElse(services.backend().defaults().retry())));
        this.health = new HealthProbe(
                wishes.healthCheck(),
                wishes.healthInterval(),
                environment,
                healthy -> driver.take(at -> new Input.HealthChanged(at, healthy)));
        signals.attach(driver);
    }

    CandidateDriver driver() {
        return driver;
    }

    @Override
    public String election() {
        return identity.election();
    }

    @Override
    public String instanceId() {
        return identity.instanceId();
    }

    @Override
    public void start() {
        if (closed) {
            throw new IllegalStateException("this candidate is closed " + identity);
        }
        if (!services.backend().isEnabled()) {
            LOG.info("starts nothing: {} is switched off {}", services.backend().describe(), identity);
            return;
        }
        if (stopSignal.filter(signal -> signal.toCompletableFuture().isDone()).isPresent()) {
            return;
        }
        // Until the loop has taken the start up, the state is still that of a candidate that stopped.
        starting.incrementAndGet();
        services.environment().loop().execute(() -> {
            services.roster().add(driver);
            // First the gate: one that may be unhealthy does not stand before it was asked.
            health.start();
            driver.take(Input.Start::new);
            starting.decrementAndGet();
            stopSignal.ifPresent(signal -> signal.whenComplete((done, failed) -> requestStop()));
        });
    }

    @Override
    public void stop(Duration timeout) {
        requestStop();
        if (ReentrancyCheck.of(this) || await(this::hasStopped, timeout)) {
            return;
        }
        driver.feed(Input.ForceRequested::new);
        await(() -> driver.candidacy().state() == CandidateState.STOPPED, FORCE_PATIENCE);
        throw new ShutdownException("stopping " + identity + " took longer than " + timeout.toMillis()
                + " ms; the release was forced"
                + (driver.candidacy().working() ? ", and its work still runs: it must return when interrupted" : ""));
    }

    @Override
    public void stop() {
        CandidateTiming timing = driver.settings().timing();
        stop(timing.drain().plus(timing.requestTimeout().multipliedBy(4)).plus(FORCE_PATIENCE));
    }

    @Override
    public void close() {
        closed = true;
        try {
            stop();
        } finally {
            onClosed.accept(this);
        }
    }

    @Override
    public void closeAsync() {
        closed = true;
        onStopped(stopped -> onClosed.accept(this));
        if (!services.backend().isEnabled()) {
            onClosed.accept(this);
            return;
        }
        requestStop();
        services.environment().loop().execute(() -> {
            // One that took no part has nothing to tell.
            if (driver.candidacy().state() == CandidateState.STOPPED) {
                onClosed.accept(this);
            }
        });
    }

    @Override
    public boolean stepDown(Duration timeout) {
        Candidacy before = driver.candidacy();
        if (before.state() != CandidateState.LEADER) {
            return false;
        }
        BooleanSupplier steppedDown = () -> {
            Candidacy now = driver.candidacy();
            boolean closing = now.state() == CandidateState.LEADER || now.state() == CandidateState.RELEASING;
            return !closing || now.epoch() != before.epoch();
        };
        driver.feed(Input.StepDownRequested::new);
        if (!ReentrancyCheck.of(this) && !await(steppedDown, timeout)) {
            driver.feed(Input.ForceRequested::new);
            await(steppedDown, FORCE_PATIENCE);
        }
        return true;
    }

    @Override
    public Optional<Leadership> awaitLeadership(Duration timeout) throws InterruptedException {
        if (!ReentrancyCheck.of(this)) {
            MonitorWait.until(driver.changed(), () -> reigns.isValid() || isOut(), timeout);
        }
        return reigns.current();
    }

    @Override
    public CandidateState state() {
        CandidateState published = driver.candidacy().state();
        return published == CandidateState.STOPPED && starting.get() > 0 ? CandidateState.FOLLOWER : published;
    }

    @Override
    public boolean isLeader() {
        return reigns.isValid();
    }

    @Override
    public Optional<Leadership> leadership() {
        return reigns.current();
    }

    @Override
    public TransferOutcome transferTo(String instanceId) {
        return transfers.request(instanceId);
    }

    @Override
    public Registration whileLeading(LeaderWork work) {
        return reigns.add(work);
    }

    @Override
    public Gate gate(String name) {
        Gate gate = gates.computeIfAbsent(name, key -> new NamedGate(key, reigns::current));
        watchers.gateCreated(this, gate);
        return gate;
    }

    @Override
    public LatencyStats renewals() {
        return requests.renewals();
    }

    @Override
    public LatencyStats callbackLag() {
        return listeners.lag();
    }

    @Override
    public Registration listen(CandidateListener listener) {
        return listeners.add(listener);
    }

    @Override
    public Registration onAcquired(Consumer<Leadership> listener) {
        return on(
                CandidateEvent.Acquired.class,
                event -> reigns.current()
                        .filter(leadership -> leadership.epoch() == event.epoch())
                        .or(() -> Optional.of(reigns.past(event.epoch())))
                        .ifPresent(listener));
    }

    @Override
    public Registration onReleased(Consumer<CandidateEvent.Released> listener) {
        return on(CandidateEvent.Released.class, listener);
    }

    @Override
    public Registration onLost(Consumer<CandidateEvent.Lost> listener) {
        return on(CandidateEvent.Lost.class, listener);
    }

    @Override
    public Registration onAcquireFailed(Consumer<CandidateEvent.AcquireFailed> listener) {
        return on(CandidateEvent.AcquireFailed.class, listener);
    }

    @Override
    public Registration onStateChange(Consumer<CandidateEvent.StateChanged> listener) {
        return on(CandidateEvent.StateChanged.class, listener);
    }

    @Override
    public Registration onError(Consumer<Throwable> listener) {
        return on(CandidateEvent.ErrorRaised.class, event -> listener.accept(event.cause()));
    }

    @Override
    public Registration onStopped(Consumer<CandidateEvent.Stopped> listener) {
        return on(CandidateEvent.Stopped.class, listener);
    }

    /** Asks for the stop without waiting. */
    void requestStop() {
        if (!services.backend().isEnabled()) {
            return;
        }
        services.environment().loop().execute(() -> {
            health.stop();
            driver.take(Input.StopRequested::new);
            services.roster().remove(driver);
        });
    }

    /** Frees what the store side of this candidate holds. */
    void dispose() {
        contender.close();
    }

    private <E extends CandidateEvent> Registration on(Class<E> kind, Consumer<E> listener) {
        return listeners.add(event -> {
            if (kind.isInstance(event)) {
                listener.accept(kind.cast(event));
            }
            return CompletableFuture.completedFuture(true);
        });
    }

    /** Whether it takes no part and nobody has just asked it to. */
    private boolean isOut() {
        return starting.get() == 0 && driver.candidacy().state() == CandidateState.STOPPED;
    }

    private boolean hasStopped() {
        Candidacy now = driver.candidacy();
        return starting.get() == 0 && now.state() == CandidateState.STOPPED && !now.working();
    }

    private boolean await(BooleanSupplier condition, Duration timeout) {
        return MonitorWait.uninterruptedUntil(driver.changed(), condition, timeout);
    }
}
