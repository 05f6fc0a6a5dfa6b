package dev.baton.examples.harness;

import dev.baton.Candidate;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One instance of an agent. It queues every event and acts only through its three surfaces. */
final class AgentHarness implements RelaySubscriber, AutoCloseable {
    private static final String SEEN = "\uD83D\uDC40";

    private final Candidate candidate;
    private final EventBacklog backlog = new EventBacklog();
    private final DispatchSurface dispatch;
    private final GatedSurface reaction;
    private final GatedSurface heartbeat;
    private final Runnable disconnect;
    private final CompletableFuture<Boolean> disconnected = new CompletableFuture<>();
    private final ScheduledExecutorService heartbeatTimer = NamedThreads.scheduler("heartbeat");

    /** Creates an instance that acts through the sender; {@code disconnect} closes the sender's connection. */
    AgentHarness(Candidate candidate, AnswerGenerator generator, ActionSender sender, Runnable disconnect) {
        this.candidate = candidate;
        this.dispatch = new DispatchSurface(candidate, backlog, generator, sender);
        this.reaction = new GatedSurface(Surface.REACTION, candidate, sender);
        this.heartbeat = new GatedSurface(Surface.HEARTBEAT, candidate, sender);
        this.disconnect = disconnect;
    }

    /** Starts the candidate. Subscribe to the relay first, so that a new leader knows the open events. */
    void start(Duration heartbeatInterval) {
        candidate.whileLeading(dispatch);
        long nanos = heartbeatInterval.toNanos();
        Runnable beat = () -> heartbeat.send("", "anything to do?");
        heartbeatTimer.scheduleWithFixedDelay(beat, nanos, nanos, TimeUnit.NANOSECONDS);
        candidate.start();
    }

    @Override
    public void onEvent(RelayEvent event) {
        reaction.send(event.id(), SEEN);
        backlog.add(event);
    }

    @Override
    public void onAction(AgentAction action) {
        if (action.surface() == Surface.DISPATCH) {
            backlog.remove(action.event());
        }
    }

    @Override
    public void onDisconnected() {
        disconnected.complete(true);
    }

    /** Returns a future that completes when the relay disconnects; the instance should not lead after that. */
    CompletableFuture<Boolean> disconnected() {
        return disconnected;
    }

    /** Returns the number of received events that are not answered yet. */
    int openEvents() {
        return backlog.size();
    }

    /**
     * Ends the leadership, waits for the answer in progress and releases the claim; then stops the timer and
     * disconnects. The connection goes last because the answer in progress still needs it.
     */
    @Override
    public void close() {
        try {
            candidate.close();
        } finally {
            heartbeatTimer.shutdownNow();
            disconnect.run();
        }
    }
}
