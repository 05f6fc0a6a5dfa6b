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
import dev.baton.internal.machine.ApplicationInput;
import dev.baton.internal.machine.Candidacy;
import dev.baton.internal.machine.MachineSettings;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.ContenderSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A candidate on the event loop of its connection. */
final class CandidateRuntime implements Candidate {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration FORCED_STOP_TIMEOUT = Duration.ofSeconds(2);

    private final Optional<CompletionStage<?>> stopSignal;
    private final SharedServices services;
    private final CandidateIdentity identity;
    private final CandidateDriver driver;
    private final CurrentTenure tenure;
    private final CandidateListeners listeners;
    private final HealthProbe health;
    private final Transfers transfers;
    private final AtomicInteger starting = new AtomicInteger();
    private final Map<String, Gate> gates = new ConcurrentHashMap<>(2);
    private final CandidateWatchers watchers;
    private final Consumer<CandidateRuntime> onClosed;
    private volatile boolean closed;
    /** The last stop ended before the work did. A close does not wait for the work again. */
    private volatile boolean stopForced;

    CandidateRuntime(
            SharedServices services,
            String election,
            CandidateSettings settings,
            MachineSettings machineSettings,
            CandidateWatchers watchers,
            Consumer<CandidateRuntime> onClosed) {
        this.services = services;
        this.watchers = watchers;
        this.onClosed = onClosed;
        RuntimeEnvironment environment = services.environment();
        CandidateTiming timing = machineSettings.timing();
        this.identity = new CandidateIdentity(
                election,
                services.instanceId(settings),
                settings.priority(),
                services.backend().logTags(election));
        this.stopSignal = settings.stopSignal();
        this.transfers = new Transfers(services, election);
        Contenders contenders = new Contenders(
                services,
                transfers,
                signals -> new ContenderSettings(
                        election,
                        identity.instanceId(),
                        settings.priority(),
                        settings.url().orElse(""),
                        settings.liveCommands(),
                        Optional.of(timing.renewInterval()),
                        signals));
        this.tenure = new CurrentTenure(identity, timing.usableValidity(), settings.onWorkFailure(), environment, this);
        this.listeners = new CandidateListeners(this, identity.toString(), environment);
        this.driver = new CandidateDriver(
                services,
                machineSettings,
                identity,
                HealthProbe.initiallyHealthy(settings.healthCheck()),
                contenders,
                tenure,
                listeners,
                new RetryScheduler(
                        settings.retry().orElse(services.backend().defaults().retry()), environment));
        this.health = new HealthProbe(
                settings.healthCheck(),
                settings.healthInterval(),
                environment,
                healthy -> driver.handle(at -> new ApplicationInput.HealthChanged(at, healthy)));
        contenders.attach(driver);
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
            throw new IllegalStateException("candidate is closed " + identity);
        }
        if (!services.backend().isEnabled()) {
            LOG.info("not started: {} is disabled {}", services.backend().describe(), identity);
            return;
        }
        if (stopSignal.filter(signal -> signal.toCompletableFuture().isDone()).isPresent()) {
            return;
        }
        stopForced = false;
        // Until the loop handles the start, callers must already see a started candidate.
        starting.incrementAndGet();
        services.roster().addLocal(driver);
        services.environment().executeReliably(() -> {
            if (closed) {
                // A close overtook this start. It has stopped the candidate for good and freed its contender.
                services.roster().removeLocal(driver);
                starting.decrementAndGet();
                return;
            }
            services.roster().add(driver);
            // Before the start: a candidate with a health check must not try to acquire before the first result.
            health.start();
            driver.handle(ApplicationInput.Start::new);
            starting.decrementAndGet();
        });
        // Not on the loop: the stage is the application's, and may block.
        stopSignal.ifPresent(signal -> signal.whenComplete((done, failed) -> requestStop()));
    }

    @Override
    public void stop(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        long start = System.nanoTime();
        if (awaitStop(timeout)) {
            Duration left = timeout.minusNanos(System.nanoTime() - start);
            awaitListeners(
                    listeners.delivered(),
                    left.compareTo(EventDispatcher.LISTENER_LIMIT) < 0 ? left : EventDispatcher.LISTENER_LIMIT);
        }
    }

    @Override
    public void stop() {
        stop(stopTimeout());
    }

    private Duration stopTimeout() {
        CandidateTiming timing = driver.timing();
        return timing.drain().plus(timing.requestTimeout().multipliedBy(4)).plus(FORCED_STOP_TIMEOUT);
    }

    /** Stops without waiting for the listeners. Returns false if this is a call from inside, which cannot wait. */
    private boolean awaitStop(Duration timeout) {
        CompletableFuture<Void> stopped = requestStop();
        if (ReentrancyCheck.isInside(this)) {
            return false;
        }
        if (FutureWait.isDoneWithin(stopped, timeout)) {
            return true;
        }
        long late = driver.candidacy().epoch();
        driver.submit(at -> new ApplicationInput.ForceRequested(at, late));
        await(() -> driver.candidacy().state() == CandidateState.STOPPED, FORCED_STOP_TIMEOUT);
        stopForced = true;
        throw new ShutdownException("stopping " + identity + " took longer than "
                + MonitorWait.nanos(timeout) / 1_000_000 + " ms; the release was forced"
                + (driver.candidacy().workRunning()
                        ? ", and its work is still running: it must return when interrupted"
                        : ""));
    }

    /** Waits until the listeners have received the events of the end. */
    static void awaitListeners(CompletableFuture<Void> delivered, Duration limit) {
        if (!FutureWait.isDoneWithin(delivered, limit)) {
            LOG.warn(
                    "a listener has not returned within {} ms; it receives the events of the end when it does",
                    Math.max(0, limit.toMillis()));
        }
    }

    @Override
    public void close() {
        awaitListeners(closeBeforeListeners(), EventDispatcher.LISTENER_LIMIT);
    }

    /** Closes, and returns a stage that completes when the listeners have received the events of the end. */
    CompletableFuture<Void> closeBeforeListeners() {
        if (ReentrancyCheck.isInside(this)) {
            closeAsync();
            return CompletableFuture.allOf();
        }
        closed = true;
        try {
            if (stopForced) {
                requestStop();
            } else {
                awaitStop(stopTimeout());
            }
            return listeners.delivered();
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
        services.loop().execute(() -> {
            // A candidate that was not started publishes no stopped event.
            if (driver.candidacy().state() == CandidateState.STOPPED) {
                // Not on the loop: a watcher of the application can hold up this call.
                services.environment().callbacks().execute(() -> onClosed.accept(this));
            }
        });
    }

    @Override
    public boolean stepDown(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        Candidacy before = driver.candidacy();
        if (before.state() != CandidateState.LEADER) {
            return false;
        }
        BooleanSupplier steppedDown = () -> {
            Candidacy now = driver.candidacy();
            boolean ending = now.state() == CandidateState.LEADER || now.state() == CandidateState.RELEASING;
            return !ending || now.epoch() != before.epoch();
        };
        driver.submit(ApplicationInput.StepDownRequested::new);
        if (!ReentrancyCheck.isInside(this) && !await(steppedDown, timeout)) {
            driver.submit(at -> new ApplicationInput.ForceRequested(at, before.epoch()));
            await(steppedDown, FORCED_STOP_TIMEOUT);
        }
        return true;
    }

    @Override
    public Optional<Leadership> awaitLeadership(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        if (!ReentrancyCheck.isInside(this)) {
            MonitorWait.until(driver.changed(), () -> tenure.isValid() || state() == CandidateState.STOPPED, timeout);
        }
        return tenure.valid();
    }

    @Override
    public CandidateState state() {
        CandidateState published = driver.candidacy().state();
        return published == CandidateState.STOPPED && starting.get() > 0 ? CandidateState.FOLLOWER : published;
    }

    @Override
    public boolean isLeader() {
        return tenure.isValid();
    }

    @Override
    public Optional<Leadership> leadership() {
        return tenure.valid();
    }

    @Override
    public TransferOutcome transferTo(String instanceId) {
        return transfers.request(
                Objects.requireNonNull(instanceId, "instanceId"),
                UUID.randomUUID().toString());
    }

    @Override
    public Registration whileLeading(LeaderWork work) {
        return tenure.add(Objects.requireNonNull(work, "work"));
    }

    @Override
    public Gate gate(String name) {
        Objects.requireNonNull(name, "name");
        Gate gate = gates.computeIfAbsent(name, key -> new NamedGate(key, tenure::tryEnter));
        watchers.gateCreated(this, gate);
        return gate;
    }

    @Override
    public LatencyStats renewals() {
        return driver.renewals();
    }

    @Override
    public LatencyStats callbackLag() {
        return listeners.lag();
    }

    @Override
    public Registration listen(CandidateListener listener) {
        return listeners.add(Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public Registration onAcquired(Consumer<Leadership> listener) {
        Objects.requireNonNull(listener, "listener");
        return listen(event -> {
            if (event instanceof CandidateEvent.Acquired acquired) {
                listener.accept(tenure.valid()
                        .filter(leadership -> leadership.epoch() == acquired.epoch())
                        .orElseGet(() -> tenure.ended(acquired.epoch())));
            }
            return CompletableFuture.completedFuture(true);
        });
    }

    /** Requests a stop. The stage completes when the candidate has stopped and its work has returned. */
    CompletableFuture<Void> requestStop() {
        if (!services.backend().isEnabled()) {
            return CompletableFuture.allOf();
        }
        CompletableFuture<Void> stopped = new CompletableFuture<>();
        services.environment().executeReliably(() -> {
            health.stop();
            driver.handle(ApplicationInput.StopRequested::new);
            driver.whenStopped(stopped);
            services.roster().remove(driver);
            if (starting.get() == 0) {
                services.roster().removeLocal(driver);
            }
        });
        return stopped;
    }

    /** Requests a stop. The stage completes like that of {@link #requestStop}, or fails when a stop would be forced. */
    CompletableFuture<Void> stopWithinTimeout() {
        return requestStop().orTimeout(stopTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Frees the backend's resources for this candidate. */
    void dispose() {
        driver.close();
    }

    private boolean await(BooleanSupplier condition, Duration timeout) {
        return MonitorWait.uninterruptedUntil(driver.changed(), condition, timeout);
    }
}
