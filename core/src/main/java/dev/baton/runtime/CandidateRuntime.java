package dev.baton.runtime;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Gate;
import dev.baton.Leadership;
import dev.baton.Listener;
import dev.baton.ShutdownException;
import dev.baton.Timings;
import dev.baton.TransferOutcome;
import dev.baton.Work;
import dev.baton.machine.Candidacy;
import dev.baton.machine.EndReason;
import dev.baton.machine.Event;
import dev.baton.machine.Input;
import dev.baton.machine.Settings;
import dev.baton.machine.State;
import dev.baton.machine.Timing;
import dev.baton.spi.Contender;
import dev.baton.spi.Contest;
import dev.baton.spi.Subscription;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A candidate on the loop of its connection. */
final class CandidateRuntime implements Candidate {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration FORCE_PATIENCE = Duration.ofSeconds(2);

    private final Optional<CompletionStage<?>> stopSignal;
    private final Services services;
    private final Identity identity;
    private final Contender contender;
    private final CandidateDriver driver;
    private final Reigns reigns;
    private final Listeners listeners;
    private final HealthProbe health;
    private final Transfers transfers;
    private final AtomicInteger starting = new AtomicInteger();
    private final Map<String, Gate> gates = new ConcurrentHashMap<>(2);
    private final CandidateWatchers watchers;
    private final Requests requests;
    private final Consumer<CandidateRuntime> onClosed;
    private volatile boolean closed;

    CandidateRuntime(
            Services services,
            String election,
            CandidateSettings wishes,
            Settings settings,
            CandidateWatchers watchers,
            Consumer<CandidateRuntime> onClosed) {
        this.services = services;
        this.watchers = watchers;
        this.onClosed = onClosed;
        Environment environment = services.environment();
        String id = wishes.instanceId().orElseGet(() -> InstanceIds.fromEnvironmentOr(services.backend()));
        this.identity =
                new Identity(election, id, wishes.priority(), services.backend().logTags(election));
        this.stopSignal = wishes.stopSignal();
        this.transfers = new Transfers(services, election);
        CandidateSignals signals = new CandidateSignals(identity, transfers);
        this.contender = services.backend()
                .contend(new Contest(
                        election, id, wishes.priority(), wishes.url().orElse(""), signals));
        this.reigns = new Reigns(identity, settings.timing().trust(), environment.clock(), environment.work(), this);
        this.listeners = new Listeners(this, identity.toString(), environment.callbacks(), environment.clock());
        this.requests = new Requests(services, contender, settings.timing());
        this.driver = new CandidateDriver(
                services,
                settings,
                identity,
                requests,
                reigns,
                listeners,
                new RetryAdvice(
                        wishes.retry().orElse(services.backend().defaults().retry())));
        this.health = new HealthProbe(
                wishes.health(),
                wishes.healthEvery(),
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
        if (!services.backend().takesPart()) {
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
        if (Inside.of(this) || await(this::hasStopped, timeout)) {
            return;
        }
        driver.feed(Input.ForceRequested::new);
        await(() -> driver.candidacy().state() == State.STOPPED, FORCE_PATIENCE);
        throw new ShutdownException("stopping " + identity + " took longer than " + timeout.toMillis()
                + " ms; the release was forced"
                + (driver.candidacy().working() ? ", and its work still runs: it must return when interrupted" : ""));
    }

    @Override
    public void close() {
        closed = true;
        Timing timing = driver.settings().timing();
        try {
            stop(timing.drain().plus(timing.requestTimeout().multipliedBy(4)).plus(FORCE_PATIENCE));
        } finally {
            onClosed.accept(this);
        }
    }

    @Override
    public void leave() {
        closed = true;
        onStopped(stopped -> onClosed.accept(this));
        if (!services.backend().takesPart()) {
            onClosed.accept(this);
            return;
        }
        requestStop();
        services.environment().loop().execute(() -> {
            // One that took no part has nothing to tell.
            if (driver.candidacy().state() == State.STOPPED) {
                onClosed.accept(this);
            }
        });
    }

    @Override
    public boolean stepDown(Duration timeout) {
        Candidacy before = driver.candidacy();
        if (before.state() != State.LEADER) {
            return false;
        }
        BooleanSupplier steppedDown = () -> {
            Candidacy now = driver.candidacy();
            boolean closing = now.state() == State.LEADER || now.state() == State.RELEASING;
            return !closing || now.epoch() != before.epoch();
        };
        driver.feed(Input.StepDownRequested::new);
        if (!Inside.of(this) && !await(steppedDown, timeout)) {
            driver.feed(Input.ForceRequested::new);
            await(steppedDown, FORCE_PATIENCE);
        }
        return true;
    }

    @Override
    public Optional<Leadership> awaitLeadership(Duration timeout) throws InterruptedException {
        if (!Inside.of(this)) {
            Waiting.until(driver.changed(), () -> reigns.isValid() || isOut(), timeout);
        }
        return reigns.current();
    }

    @Override
    public State state() {
        return driver.candidacy().state();
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
    public Subscription whileLeading(Work work) {
        return reigns.add(work);
    }

    @Override
    public Gate gate(String name) {
        Gate gate = gates.computeIfAbsent(name, key -> new NamedGate(key, reigns::current));
        watchers.gateMade(this, gate);
        return gate;
    }

    @Override
    public Timings renewals() {
        return requests.renewals();
    }

    @Override
    public Timings callbackLag() {
        return listeners.lag();
    }

    @Override
    public Subscription listen(Listener listener) {
        return listeners.add(listener);
    }

    @Override
    public Subscription onAcquired(Consumer<Leadership> listener) {
        return on(
                Event.Acquired.class,
                event -> reigns.current()
                        .filter(leadership -> leadership.epoch() == event.epoch())
                        .or(() -> Optional.of(reigns.past(event.epoch())))
                        .ifPresent(listener));
    }

    @Override
    public Subscription onReleased(BiConsumer<Long, EndReason> listener) {
        return on(Event.Released.class, event -> listener.accept(event.epoch(), event.reason()));
    }

    @Override
    public Subscription onLost(BiConsumer<Long, EndReason> listener) {
        return on(Event.Lost.class, event -> listener.accept(event.epoch(), event.reason()));
    }

    @Override
    public Subscription onAcquireFailed(Consumer<Event.AcquireFailed> listener) {
        return on(Event.AcquireFailed.class, listener);
    }

    @Override
    public Subscription onStateChange(BiConsumer<State, State> listener) {
        return on(Event.StateChanged.class, event -> listener.accept(event.from(), event.to()));
    }

    @Override
    public Subscription onError(Consumer<Throwable> listener) {
        return on(Event.ErrorRaised.class, event -> listener.accept(event.cause()));
    }

    @Override
    public Subscription onStopped(Consumer<Event.Stopped> listener) {
        return on(Event.Stopped.class, listener);
    }

    /** Asks for the stop without waiting. */
    void requestStop() {
        if (!services.backend().takesPart()) {
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

    private <E extends Event> Subscription on(Class<E> kind, Consumer<E> listener) {
        return listeners.add(event -> {
            if (kind.isInstance(event)) {
                listener.accept(kind.cast(event));
            }
            return CompletableFuture.completedFuture(true);
        });
    }

    /** Whether it takes no part and nobody has just asked it to. */
    private boolean isOut() {
        return starting.get() == 0 && driver.candidacy().state() == State.STOPPED;
    }

    private boolean hasStopped() {
        Candidacy now = driver.candidacy();
        return starting.get() == 0 && now.state() == State.STOPPED && !now.working();
    }

    private boolean await(BooleanSupplier condition, Duration timeout) {
        return Waiting.uninterruptedUntil(driver.changed(), condition, timeout);
    }
}
