package dev.baton.runtime;

import dev.baton.LeaderObserver;
import dev.baton.Observation;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.Subscription;
import dev.baton.spi.Watcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A watch over an election: what the store pushes goes to the observer in order, off the store's threads. */
final class RunningObservation implements Observation, Watcher {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Services services;
    private final String election;
    private final LeaderObserver observer;
    private final Dispatcher<LeaderObserver> dispatcher;
    private final Subscription subscription;
    private volatile Optional<LeaderRecord> leader = Optional.empty();
    private volatile long heardAt;
    private volatile boolean closed;

    RunningObservation(Services services, String election, LeaderObserver observer) {
        this.services = services;
        this.election = election;
        this.observer = observer;
        this.heardAt = services.now();
        this.dispatcher = new Dispatcher<>(
                this,
                services.environment().callbacks(),
                services.environment().clock(),
                (who, failure) -> LOG.error("an observer of {} failed", election, failure));
        this.subscription = services.backend().watch(election, this);
    }

    @Override
    public Optional<LeaderRecord> leader() {
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
    public void leaderIs(Optional<LeaderRecord> now) {
        confirmed();
        leader = now;
        dispatcher.deliver(List.of(observer), told -> {
            if (!closed) {
                told.leaderIs(now);
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
