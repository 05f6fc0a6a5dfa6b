package dev.baton.internal.runtime;

import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.LeaderObserver;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running observation: passes the changes that the backend reports to the observer, in order, off its threads. */
final class ObservationRuntime implements LeaderObservation, LeaderWatcher {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final SharedServices services;
    private final String election;
    private final LeaderObserver observer;
    private final Consumer<ObservationRuntime> onClosed;
    private final EventDispatcher dispatcher;
    private final Registration subscription;
    private volatile Optional<LeaderInfo> leader = Optional.empty();
    private volatile long contactAt;
    private volatile boolean closed;

    ObservationRuntime(
            SharedServices services, String election, LeaderObserver observer, Consumer<ObservationRuntime> onClosed) {
        this.services = services;
        this.election = election;
        this.observer = observer;
        this.onClosed = onClosed;
        this.contactAt = services.now();
        this.dispatcher = new EventDispatcher(
                this,
                services.environment(),
                new LatencyRecorder(),
                failure -> LOG.error("observer of {} failed", election, failure),
                () -> LOG.warn(
                        "observer of {} has not returned for {} s",
                        election,
                        EventDispatcher.LISTENER_LIMIT.toSeconds()));
        this.subscription = services.backend().watch(election, this);
    }

    @Override
    public Optional<LeaderInfo> leader() {
        return leader;
    }

    @Override
    public Duration age() {
        return Duration.ofNanos(Math.max(0, services.now() - contactAt));
    }

    @Override
    public Duration stalenessBound() {
        return services.backend().watchStaleness();
    }

    @Override
    public void close() {
        closed = true;
        unsubscribe();
    }

    /** Ends the subscription. The observer still receives the changes that were reported before. */
    void unsubscribe() {
        subscription.close();
        onClosed.accept(this);
    }

    @Override
    public void leaderChanged(Optional<LeaderInfo> now) {
        confirmed();
        leader = now;
        dispatcher.deliver(() -> {
            if (!closed) {
                observer.leaderChanged(now);
            }
            return null;
        });
    }

    @Override
    public void confirmed() {
        contactAt = services.now();
    }

    @Override
    public void failed(Throwable cause) {
        LOG.debug(
                "watch of {} could not reach {}; retrying",
                election,
                services.backend().describe(),
                cause);
    }
}
