package dev.baton.node;

import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.node.http.DrainRequests;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The drain of this node: passes requests on to the supervisor, and takes its answers. Each request has a number, because a
 * client may send another one before the supervisor has answered: only the answer to the latest one has an effect. Also
 * asks the supervisor for the URLs of other nodes.
 */
final class SupervisorDrain implements DrainRequests {
    private static final Duration LOOKUP_TIMEOUT = Duration.ofSeconds(3);

    private final ControlChannel channel;
    private final AtomicLong lookups = new AtomicLong();
    private final Map<Long, CompletableFuture<Optional<String>>> pending = new ConcurrentHashMap<>();
    private long lastRequest;
    private long current;
    private boolean over;

    SupervisorDrain(ControlChannel channel) {
        this.channel = channel;
    }

    @Override
    public synchronized void drain(Optional<Duration> grace, boolean standby) {
        channel.send(ChannelMessage.of("drain_wanted")
                .with("request", ++lastRequest)
                .with("standby", standby)
                .with("grace_ms", grace.map(Duration::toMillis).orElse(-1L)));
    }

    @Override
    public synchronized boolean cancel() {
        if (over) {
            return false;
        }
        current = 0;
        channel.send(ChannelMessage.of("drain_cancelled").with("request", ++lastRequest));
        return true;
    }

    /**
     * Begins a drain on behalf of the supervisor. Returns false if a client has sent another request since.
     *
     * @param request {@link Long#MAX_VALUE} if the node stops, which no client can cancel
     */
    synchronized boolean begin(long request, long number) {
        if (request < lastRequest) {
            return false;
        }
        current = number;
        over = request == Long.MAX_VALUE;
        return true;
    }

    /** Ends a drain on behalf of the supervisor. Returns false if a client has sent another request since. */
    synchronized boolean end(long request) {
        if (request < lastRequest) {
            return false;
        }
        current = 0;
        return true;
    }

    /** Returns whether this drain was neither changed nor cancelled. */
    synchronized boolean isCurrent(long number) {
        return current == number;
    }

    /** Reports that the node is drained, unless the drain was changed or cancelled. From now on, it cannot be cancelled. */
    synchronized void complete(long number) {
        if (isCurrent(number)) {
            over = true;
            // With its number, because the supervisor may have sent another request meanwhile.
            channel.send(ChannelMessage.of("drained-" + number));
        }
    }

    /** Forgets the drain of a term that has ended. */
    synchronized void termEnded() {
        current = 0;
        over = false;
    }

    @Override
    public Optional<String> urlOf(String nodeId) {
        long number = lookups.incrementAndGet();
        CompletableFuture<Optional<String>> url = new CompletableFuture<>();
        pending.put(number, url);
        try {
            channel.send(ChannelMessage.of("find_node").with("number", number).with("node_id", nodeId));
            return url.completeOnTimeout(Optional.empty(), LOOKUP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } finally {
            pending.remove(number);
        }
    }

    /** Handles the answer of the supervisor. */
    void found(long number, Optional<String> url) {
        Optional.ofNullable(pending.get(number)).ifPresent(asked -> asked.complete(url));
    }
}
