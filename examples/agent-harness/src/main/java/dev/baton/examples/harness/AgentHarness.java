package dev.baton.examples.harness;

import dev.baton.Candidate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One instance of an agent: hears everything, queues it, and acts through its three surfaces alone. */
final class AgentHarness implements RelayListener, AutoCloseable {
    private final Candidate candidate;
    private final EventBacklog backlog = new EventBacklog();
    private final DispatchSurface dispatch;
    private final ReactionSurface reaction;
    private final HeartbeatSurface heartbeat;
    private final Runnable hangUp;
    private final CompletableFuture<Boolean> relayGone = new CompletableFuture<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    /** An instance that acts at the outlet; {@code hangUp} ends the connection behind it. */
    AgentHarness(Candidate candidate, ReplyAgent agent, ActionOutlet outlet, Runnable hangUp) {
        this.candidate = candidate;
        this.dispatch = new DispatchSurface(candidate, backlog, agent, outlet);
        this.reaction = new ReactionSurface(candidate, outlet);
        this.heartbeat = new HeartbeatSurface(candidate, outlet);
        this.hangUp = hangUp;
    }

    /** Takes part. Events are heard before this, so that a new leader knows what there is to do. */
    void start(Duration heartbeatEvery) {
        candidate.whileLeading(dispatch);
        long every = heartbeatEvery.toNanos();
        clock.scheduleWithFixedDelay(heartbeat::beat, every, every, TimeUnit.NANOSECONDS);
        candidate.start();
    }

    @Override
    public void posted(RelayEvent event) {
        reaction.acknowledge(event);
        backlog.add(event);
    }

    @Override
    public void acted(AgentAction act) {
        if (act.surface() == Surface.DISPATCH) {
            backlog.drop(act.event());
        }
    }

    @Override
    public void gone() {
        relayGone.complete(true);
    }

    /** Completes when this instance can hear no more, and so had better give way. */
    CompletableFuture<Boolean> relayGone() {
        return relayGone;
    }

    /** How many events it knows of that nobody has answered. */
    int waiting() {
        return backlog.size();
    }

    /**
     * Ends the leadership, waits for the answer under way, releases; only then the rest goes down. The
     * other way round, the last answer would have no way out, and the successor would wait for nothing.
     */
    @Override
    public void close() {
        try {
            candidate.close();
        } finally {
            clock.shutdownNow();
            hangUp.run();
        }
    }
}
