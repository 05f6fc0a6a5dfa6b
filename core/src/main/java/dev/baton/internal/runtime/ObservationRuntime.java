package dev.baton.internal.runtime;

import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.LeaderObserver;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A watch over an election: what the store pushes goes to the observer in order, off the store's threads. */
final class ObservationRuntime implements LeaderObservation, LeaderWatcher {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final SharedServices services;
    private final String election;
    private final LeaderObserver observer;
    private final EventDispatcher<LeaderObserver> dispatcher;
    private final Registration subscription;
    private volatile Optional<LeaderInfo> leader = Optional.empty();
    private volatile long heardAt;
    private volatile boolean closed;

    ObservationRuntime(SharedServices services, String election, LeaderObserver observer) {
        this.services = services;
        this.election = election;
        this.observer = observer;
        this.heardAt = services.now();
        this.dispatcher = new EventDispatcher<>(
                this,
                services.environment().callbacks(),
                services.environment().clock(),
                (who, failure) -> LOG.error("an observer of {} failed", election, failure));
        this.subscription = services.backend().watch(election, this);
    }

    @Override
    public Optional<LeaderInfo> leader() {
        return leader;
    }

    @Override
    public Duration age() {
        return Duration.ofNanos(Math.max(0, services.now() - heardAt));
    }

    @Override
    public Duration stalenessBound() {
        return services.backend().watchStaleness();
    }

    @Override
    public void close() {
        closed = true;
        subscription.close();
    }

    @Override
    public void leaderChanged(Optional<LeaderInfo> now) {
        confirmed();
        leader = now;
        dispatcher.deliver(List.of(observer), told -> {
            if (!closed) {
                told.leaderChanged(now);
            }
            return null;
        });
    }

    @Override
    public void confirmed() {
        heardAt = services.now();
    }

    @Override
    public void failed(Throwable cause) {
        LOG.debug(
                "the watch over {} did not reach {}",
                election,
                services.backend().describe(),
                cause);
    }
}
