package dev.baton.runtime;

import dev.baton.Listener;
import dev.baton.Timings;
import dev.baton.machine.Event;
import dev.baton.spi.Clock;
import dev.baton.spi.Subscription;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one candidate, in the order of their registration. */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final CopyOnWriteArrayList<Registered> listeners = new CopyOnWriteArrayList<>();
    private final Dispatcher<Registered> dispatcher;
    private final String who;

    Listeners(Object owner, String who, Executor executor, Clock clock) {
        this.who = who;
        this.dispatcher = new Dispatcher<>(owner, executor, clock, this::failed);
    }

    Subscription add(Listener listener) {
        Registered registered = new Registered(listener);
        listeners.add(registered);
        return registered;
    }

    /** How long events waited for their first listener. */
    Timings lag() {
        return dispatcher.lag();
    }

    void tell(Event event) {
        if (!listeners.isEmpty()) {
            dispatcher.deliver(List.copyOf(listeners), listener -> listener.handle(event));
        }
    }

    private void failed(Registered listener, Throwable failure) {
        LOG.error("a listener failed {}", who, failure);
        Event.ErrorRaised error = new Event.ErrorRaised(Failures.unwrapped(failure));
        // The one that failed is left out, or a listener that fails on errors would be told for ever.
        List<Registered> others =
                listeners.stream().filter(other -> other != listener).toList();
        dispatcher.deliver(others, other -> other.handle(error));
    }

    /** A listener until it is closed: what waits to be delivered then is not. */
    private final class Registered implements Subscription {
        private final Listener listener;
        private volatile boolean closed;

        Registered(Listener listener) {
            this.listener = listener;
        }

        @Nullable
        CompletionStage<?> handle(Event event) {
            return closed ? null : listener.handle(event);
        }

        @Override
        public void close() {
            closed = true;
            listeners.remove(this);
        }
    }
}
