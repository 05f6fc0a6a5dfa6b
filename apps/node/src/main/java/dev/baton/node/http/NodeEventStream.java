package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.node.control.Controller;
import dev.baton.node.database.JobEvent;
import dev.baton.support.json.Json;
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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /v1/events}: the role of this node, first and at every change, and what is written to the ledger, whoever
 * leads. Only what comes from the ledger has an id, and it has the same id on every node.
 */
final class NodeEventStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final Duration BREATH = Duration.ofSeconds(10);
    private static final int PAGE = 500;

    private final Controller controller;
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService rounds =
            Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "node-events"));
    private final ExecutorService senders = Executors.newCachedThreadPool(task -> daemon(task, "node-events-send"));

    NodeEventStream(Controller controller) {
        this.controller = controller;
        controller.onChange(this::lookSoon);
    }

    void start() {
        rounds.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Answers with the stream whatever the request accepts: there is nothing else to be had here. */
    void join(Context ctx) throws IOException {
        String last = ctx.header("Last-Event-ID");
        long from;
        if (last == null || last.isBlank()) {
            from = controller.ledger().lastEvent();
        } else if (last.strip().matches("[0-9]{1,18}")) {
            from = Long.parseLong(last.strip());
        } else {
            throw ApiException.badRequest("Last-Event-ID has to be the id of an event, a whole number");
        }
        ctx.status(200).contentType("text/event-stream; charset=utf-8");
        ctx.header("Cache-Control", "no-cache").header("X-Accel-Buffering", "no");
        ctx.res().flushBuffer();
        SseClient client = new SseClient(ctx);
        client.keepAlive();
        Listener listener = new Listener(client, from);
        client.onClose(() -> listeners.remove(listener));
        listener.sendRole();
        listeners.add(listener);
    }

    private void lookSoon() {
        if (!rounds.isShutdown()) {
            rounds.execute(this::look);
        }
    }

    private void look() {
        Map<Long, List<JobEvent>> read = new HashMap<>();
        for (Listener listener : listeners) {
            try {
                if (listener.busy.compareAndSet(false, true)) {
                    List<JobEvent> events = read.computeIfAbsent(
                            listener.cursor, cursor -> controller.ledger().eventsAfter(cursor, PAGE));
                    senders.execute(() -> listener.send(events));
                }
            } catch (BatonException outOfReach) {
                LOG.debug("no events could be read", outOfReach);
                senders.execute(() -> listener.send(List.of()));
            } catch (RuntimeException defect) {
                listener.busy.set(false);
                LOG.error("events could not be sent", defect);
            }
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** One client; a slow one delays nobody else. */
    private final class Listener {
        private final SseClient client;
        private final AtomicBoolean busy = new AtomicBoolean();
        private volatile long cursor;
        private String role = "";
        private long breathed = System.nanoTime();

        Listener(SseClient client, long cursor) {
            this.client = client;
            this.cursor = cursor;
        }

        synchronized void sendRole() {
            String now = Json.write(JobJson.role(controller.standing()));
            if (!now.equals(role)) {
                role = now;
                client.sendEvent("role", now);
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
                    breathed = System.nanoTime();
                } else if (System.nanoTime() - breathed > BREATH.toNanos()) {
                    breathed = System.nanoTime();
                    client.sendComment("still here");
                }
                if (client.terminated()) {
                    listeners.remove(this);
                }
            } finally {
                busy.set(false);
            }
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
        senders.shutdownNow();
        listeners.forEach(listener -> listener.client.close());
    }
}
