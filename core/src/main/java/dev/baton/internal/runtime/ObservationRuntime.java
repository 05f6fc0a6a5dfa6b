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

/** A running observation: passes the changes that the backend reports to the observer, in order, off its threads. */
final class ObservationRuntime implements LeaderObservation, LeaderWatcher {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final SharedServices services;
    private final String election;
    private final LeaderObserver observer;
    private final EventDispatcher<LeaderObserver> dispatcher;
    private final Registration subscription;
    private volatile Optional<LeaderInfo> leader = Optional.empty();
    private volatile long contactAt;
    private volatile boolean closed;

    ObservationRuntime(SharedServices services, String election, LeaderObserver observer) {
        this.services = services;
        this.election = election;
        this.observer = observer;
        this.contactAt = services.now();
        this.dispatcher = new EventDispatcher<>(
                this,
                services.environment().callbacks(),
                services.environment().clock(),
                (failed, failure) -> LOG.error("observer of {} failed", election, failure));
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
        subscription.close();
    }

    @Override
    public void leaderChanged(Optional<LeaderInfo> now) {
        confirmed();
        leader = now;
        dispatcher.deliver(List.of(observer), target -> {
            if (!closed) {
                target.leaderChanged(now);
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
