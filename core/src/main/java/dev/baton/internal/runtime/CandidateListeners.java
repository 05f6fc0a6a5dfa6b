package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.CandidateListener;
import dev.baton.LatencyStats;
import dev.baton.Registration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one candidate, in the order of their registration. Each has its own queue of events. */
final class CandidateListeners {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Listeners that fail on every error would otherwise call each other in an endless loop. */
    private static final int MAX_REPORTS = 2;

    private final CopyOnWriteArrayList<Registered> listeners = new CopyOnWriteArrayList<>();
    private final LatencyRecorder lag = new LatencyRecorder();
    private final Object owner;
    private final String identity;
    private final RuntimeEnvironment environment;

    CandidateListeners(Object owner, String identity, RuntimeEnvironment environment) {
        this.owner = owner;
        this.identity = identity;
        this.environment = environment;
    }

    Registration add(CandidateListener listener) {
        Registered registered = new Registered(listener);
        listeners.add(registered);
        return registered;
    }

    /** Returns how long events waited before a listener was called. */
    LatencyStats lag() {
        return lag.stats();
    }

    void publish(CandidateEvent event) {
        listeners.forEach(listener -> listener.deliver(event, 0));
    }

    /** Returns a stage that completes when the listeners have received everything that is published now. */
    CompletableFuture<Void> delivered() {
        return CompletableFuture.allOf(listeners.stream()
                .map(listener -> listener.dispatcher.delivered())
                .toArray(CompletableFuture[]::new));
    }

    /** A listener that receives nothing after it is closed, not even events that are already queued. */
    private final class Registered implements Registration {
        private final CandidateListener listener;
        private final EventDispatcher dispatcher =
                new EventDispatcher(owner, environment, lag, this::failed, this::blocked);
        private volatile boolean closed;

        /** How many failures of listeners led to the call in progress, of which there is one at a time. */
        private volatile int reportsBefore;

        Registered(CandidateListener listener) {
            this.listener = listener;
        }

        void deliver(CandidateEvent event, int reports) {
            dispatcher.deliver(() -> handle(event, reports));
        }

        private @Nullable CompletionStage<?> handle(CandidateEvent event, int reports) {
            reportsBefore = reports;
            return closed ? null : listener.handle(event);
        }

        private void failed(Throwable failure) {
            LOG.error("listener failed {}", identity, failure);
            int reports = reportsBefore + 1;
            if (reports > MAX_REPORTS) {
                return;
            }
            CandidateEvent error = new CandidateEvent.ErrorRaised(Failures.unwrapped(failure));
            listeners.stream().filter(other -> other != this).forEach(other -> other.deliver(error, reports));
        }

        private void blocked() {
            LOG.warn(
                    "listener has not returned for {} s; until then it receives no further events {} listener={}",
                    EventDispatcher.LISTENER_LIMIT.toSeconds(),
                    identity,
                    listener.getClass().getName());
        }

        @Override
        public void close() {
            closed = true;
            listeners.remove(this);
        }
    }
}
