package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.Gate;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The surface that answers events.
 *
 * <p>As the work of a reign it promotes the backlog: what waited while this instance observed comes first,
 * then what arrives, one at a time.
 */
final class DispatchSurface implements LeaderWork {
    private final Gate gate;
    private final EventBacklog backlog;
    private final ReplyAgent agent;
    private final ActionOutlet outlet;

    DispatchSurface(Candidate candidate, EventBacklog backlog, ReplyAgent agent, ActionOutlet outlet) {
        this.gate = candidate.gate(Surface.DISPATCH.gate());
        this.backlog = backlog;
        this.agent = agent;
        this.outlet = outlet;
    }

    @Override
    public void run(Leadership reign) throws InterruptedException {
        do {
            backlog.awaitAny();
        } while (answerOldest());
    }

    /** Answers the oldest event if this instance leads; tells whether the next may follow. */
    boolean answerOldest() {
        AtomicBoolean heeded = new AtomicBoolean();
        gate.tryRun(reign -> heeded.set(answerOldest(reign)));
        return heeded.get();
    }

    private boolean answerOldest(Leadership reign) {
        RelayEvent event = backlog.oldest().orElse(null);
        if (event == null) {
            return true;
        }
        try {
            String text = think(event);
            // Thinking takes time, and the reign may have ended in it; the successor has the event too.
            return reign.isValid() && settled(event, send(reign, event, text));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException relayGone) {
            return false;
        }
    }

    /** An agent that fails says so: an event that nobody can answer must not stop those behind it. */
    private String think(RelayEvent event) throws InterruptedException {
        try {
            return agent.answer(event);
        } catch (RuntimeException failed) {
            return "no answer: " + failed.getMessage();
        }
    }

    private RelayResponse send(Leadership reign, RelayEvent event, String text)
            throws InterruptedException, ExecutionException {
        return outlet.send(AgentAction.of(reign, Surface.DISPATCH, event.id(), text))
                .toCompletableFuture()
                .get();
    }

    private boolean settled(RelayEvent event, RelayResponse verdict) {
        boolean done = verdict == RelayResponse.ACCEPTED
                || verdict == RelayResponse.ALREADY_ANSWERED
                || verdict == RelayResponse.UNKNOWN_EVENT;
        if (done) {
            backlog.drop(event.id());
        }
        // Else the relay does not heed this reign. The event waits for one that it heeds.
        return done;
    }
}
