package dev.baton.runtime;

import dev.baton.Listener;
import dev.baton.machine.Event;
import dev.baton.spi.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one candidate, in the order of their registration. */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Dispatcher<Listener> dispatcher;
    private final String who;

    Listeners(Object owner, String who, Executor executor) {
        this.who = who;
        this.dispatcher = new Dispatcher<>(owner, executor, this::failed);
    }

    Subscription add(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    void tell(Event event) {
        if (!listeners.isEmpty()) {
            dispatcher.deliver(List.copyOf(listeners), listener -> listener.handle(event));
        }
    }

    private void failed(Listener listener, Throwable failure) {
        LOG.error("a listener failed {}", who, failure);
        Event.ErrorRaised error = new Event.ErrorRaised(Failures.unwrapped(failure));
        // The one that failed is left out, or a listener that fails on errors would be told for ever.
        List<Listener> others =
                listeners.stream().filter(other -> other != listener).toList();
        dispatcher.deliver(others, other -> other.handle(error));
    }
}
