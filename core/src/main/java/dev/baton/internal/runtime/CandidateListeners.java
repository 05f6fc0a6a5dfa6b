package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.CandidateListener;
import dev.baton.LatencyStats;
import dev.baton.Registration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one candidate, in the order of their registration. */
final class CandidateListeners {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final CopyOnWriteArrayList<Registered> listeners = new CopyOnWriteArrayList<>();
    private final EventDispatcher<Registered> dispatcher;
    private final String identity;

    CandidateListeners(Object owner, String identity, RuntimeEnvironment environment) {
        this.identity = identity;
        this.dispatcher = new EventDispatcher<>(owner, environment.callbacks(), environment.clock(), this::failed);
    }

    Registration add(CandidateListener listener) {
        Registered registered = new Registered(listener);
        listeners.add(registered);
        return registered;
    }

    /** Returns how long events waited before their first listener was called. */
    LatencyStats lag() {
        return dispatcher.lag();
    }

    void publish(CandidateEvent event) {
        if (!listeners.isEmpty()) {
            dispatcher.deliver(List.copyOf(listeners), listener -> listener.handle(event));
        }
    }

    private void failed(Registered listener, Throwable failure) {
        LOG.error("listener failed {}", identity, failure);
        CandidateEvent.ErrorRaised error = new CandidateEvent.ErrorRaised(Failures.unwrapped(failure));
        // Skip the failed listener: one that fails on every error would be called in an endless loop.
        List<Registered> others =
                listeners.stream().filter(other -> other != listener).toList();
        dispatcher.deliver(others, other -> other.handle(error));
    }

    /** A listener that receives nothing after it is closed, not even events that are already queued. */
    private final class Registered implements Registration {
        private final CandidateListener listener;
        private volatile boolean closed;

        Registered(CandidateListener listener) {
            this.listener = listener;
        }

        @Nullable
        CompletionStage<?> handle(CandidateEvent event) {
            return closed ? null : listener.handle(event);
        }

        @Override
        public void close() {
            closed = true;
            listeners.remove(this);
        }
    }
}
