package dev.baton;

import dev.baton.machine.Event;
import java.util.concurrent.CompletionStage;

/**
 * Hears everything a candidate has to tell, in order.
 *
 * <p>Events of one candidate come one after the other, in the order of its transitions, to its listeners
 * in the order of their registration, never on the thread that renews. A listener that throws, or whose
 * stage fails, is logged and goes to the error listeners; it harms nothing else.
 */
@FunctionalInterface
public interface Listener {

    /** Handles the event; the next one comes when the stage is done, or after a bound (10 s). */
    CompletionStage<?> handle(Event event);
}
