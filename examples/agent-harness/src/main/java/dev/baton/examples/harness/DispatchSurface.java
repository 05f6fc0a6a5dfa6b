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
 * <p>Its work while leading is to answer the backlog one event at a time: first the events that were queued while this
 * instance was a standby, then new ones.
 */
final class DispatchSurface implements LeaderWork {
    private final Gate gate;
    private final EventBacklog backlog;
    private final AnswerGenerator generator;
    private final ActionSender sender;

    DispatchSurface(Candidate candidate, EventBacklog backlog, AnswerGenerator generator, ActionSender sender) {
        this.gate = candidate.gate(Surface.DISPATCH.gate());
        this.backlog = backlog;
        this.generator = generator;
        this.sender = sender;
    }

    @Override
    public void run(Leadership leadership) throws InterruptedException {
        do {
            backlog.awaitAny();
        } while (answerOldest());
    }

    /** Answers the oldest event if this instance leads. Returns whether it may answer the next one. */
    boolean answerOldest() {
        AtomicBoolean mayContinue = new AtomicBoolean();
        gate.tryRun(leadership -> mayContinue.set(answerOldest(leadership)));
        return mayContinue.get();
    }

    private boolean answerOldest(Leadership leadership) {
        RelayEvent event = backlog.oldest().orElse(null);
        if (event == null) {
            return true;
        }
        try {
            String text = generate(event);
            // The tenure may have ended while the answer was generated. The successor has the event too.
            return leadership.isValid() && removeIfSettled(event, send(leadership, event, text));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException disconnected) {
            return false;
        }
    }

    /** Returns the answer, or the error as text: an event without an answer must not block later events. */
    private String generate(RelayEvent event) throws InterruptedException {
        try {
            return generator.answer(event);
        } catch (RuntimeException failed) {
            return "no answer: " + failed.getMessage();
        }
    }

    private RelayVerdict send(Leadership leadership, RelayEvent event, String text)
            throws InterruptedException, ExecutionException {
        return sender.send(AgentAction.of(leadership, Surface.DISPATCH, event.id(), text))
                .toCompletableFuture()
                .get();
    }

    /** Removes a settled event. Any other verdict refuses the tenure, so the event waits for the next one. */
    private boolean removeIfSettled(RelayEvent event, RelayVerdict verdict) {
        boolean settled = verdict == RelayVerdict.ACCEPTED
                || verdict == RelayVerdict.ALREADY_ANSWERED
                || verdict == RelayVerdict.UNKNOWN_EVENT;
        if (settled) {
            backlog.remove(event.id());
        }
        return settled;
    }
}
