package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.http.ApiException;
import dev.baton.http.HeadRequests;
import dev.baton.http.QueryParameters;
import dev.baton.node.control.Controller;
import dev.baton.node.database.JobEvent;
import dev.baton.support.json.Json;
import dev.baton.support.thread.NamedThreads;
import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code GET /v1/events}: the role of this node, first and on every change, and the events in the database, whichever node
 * wrote them. Only events from the database have an id, which is the same on every node.
 */
final class NodeEventStream implements AutoCloseable {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);
    private static final int PAGE = 500;

    /** A client that does not read occupies a thread. */
    static final int MAX_CLIENTS = 200;

    private final Controller controller;
    private final Semaphore places = new Semaphore(MAX_CLIENTS);
    private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService poller = NamedThreads.scheduler("node-events");
    private final ExecutorService senders = NamedThreads.unbounded("node-events-send");

    NodeEventStream(Controller controller) {
        this.controller = controller;
        controller.onRoleChange(() -> {
            if (!poller.isShutdown()) {
                poller.execute(this::poll);
            }
        });
    }

    void start() {
        poller.scheduleWithFixedDelay(this::poll, 0, POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Responds with the stream regardless of the {@code Accept} header. */
    void subscribe(Context ctx) throws IOException {
        QueryParameters.none(ctx);
        // Counted before the response begins: a client that has it must not be followed by one too many.
        if (!places.tryAcquire()) {
            ctx.header("Retry-After", "10");
            throw new ApiException(
                    429, "TOO_MANY_STREAMS", MAX_CLIENTS + " clients follow the events already; try again later");
        }
        AtomicBoolean left = new AtomicBoolean();
        Runnable leave = () -> {
            if (!left.getAndSet(true)) {
                places.release();
            }
        };
        try {
            follow(ctx, leave);
        } catch (IOException | RuntimeException refused) {
            leave.run();
            throw refused;
        }
    }

    private void follow(Context ctx, Runnable leave) throws IOException {
        String last = ctx.header("Last-Event-ID");
        long from;
        if (last == null || last.isBlank()) {
            from = controller.database().lastEvent();
        } else if (last.strip().matches("[0-9]{1,18}")) {
            from = Long.parseLong(last.strip());
        } else {
            throw ApiException.badRequest("Last-Event-ID must be the id of an event, a whole number");
        }
        ctx.status(200).contentType("text/event-stream; charset=utf-8");
        ctx.header("Cache-Control", "no-cache").header("X-Accel-Buffering", "no");
        ctx.res().flushBuffer();
        if (HeadRequests.isHead(ctx)) {
            leave.run();
            return;
        }
        SseClient client = new SseClient(ctx);
        client.keepAlive();
        Subscriber subscriber = new Subscriber(client, from);
        client.onClose(() -> {
            subscribers.remove(subscriber);
            leave.run();
        });
        subscriber.sendRole();
        subscribers.add(subscriber);
    }

    private void poll() {
        Map<Long, List<JobEvent>> pages = new HashMap<>();
        for (Subscriber subscriber : subscribers) {
            try {
                if (subscriber.busy.compareAndSet(false, true)) {
                    List<JobEvent> events = pages.computeIfAbsent(
                            subscriber.cursor, cursor -> controller.database().eventsAfter(cursor, PAGE));
                    senders.execute(() -> subscriber.send(events));
                }
            } catch (BatonException unreachable) {
                NodeHttpServer.LOG.debug("cannot read events; retrying", unreachable);
                senders.execute(() -> subscriber.send(List.of()));
            } catch (RuntimeException defect) {
                subscriber.busy.set(false);
                NodeHttpServer.LOG.error("cannot send events", defect);
            }
        }
    }

    /** One client. A slow client does not delay others. */
    private final class Subscriber {
        private final SseClient client;
        private final AtomicBoolean busy = new AtomicBoolean();
        private volatile long cursor;
        private String role = "";
        private long lastSent = System.nanoTime();

        Subscriber(SseClient client, long cursor) {
            this.client = client;
            this.cursor = cursor;
        }

        synchronized void sendRole() {
            String current = Json.write(JobJson.role(controller.roleReport()));
            if (!current.equals(role)) {
                role = current;
                client.sendEvent("role", current);
            }
        }

        synchronized void send(List<JobEvent> events) {
            try {
                sendRole();
                for (JobEvent event : events) {
                    client.sendEvent(event.kind(), event.data(), Long.toString(event.id()));
                    cursor = event.id();
                }
                if (!events.isEmpty()) {
                    lastSent = System.nanoTime();
                } else if (System.nanoTime() - lastSent > KEEP_ALIVE.toNanos()) {
                    lastSent = System.nanoTime();
                    client.sendComment("keep-alive");
                }
                if (client.terminated()) {
                    subscribers.remove(this);
                }
            } finally {
                busy.set(false);
            }
        }
    }

    @Override
    public void close() {
        poller.shutdownNow();
        senders.shutdownNow();
        subscribers.forEach(subscriber -> subscriber.client.close());
    }
}
