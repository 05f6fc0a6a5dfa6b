package dev.baton.console.http;

import dev.baton.console.view.LiveInstances;
import dev.baton.console.watch.FeedMessage;
import dev.baton.http.AddressLimit;
import dev.baton.http.HeadRequests;
import dev.baton.support.json.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feed as server-sent events. Each client has its own thread and position, so a slow client does not delay others. A
 * client whose position is no longer kept receives {@code reset} and must load everything again.
 */
final class ConsoleEventStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final int BATCH = 256;

    private final ConsoleModel model;
    private final StreamSlots slots = new StreamSlots();
    private final Set<Semaphore> clients = ConcurrentHashMap.newKeySet();
    private volatile boolean open = true;

    ConsoleEventStream(ConsoleModel model) {
        this.model = model;
        model.feed().addListener(this::wakeClients);
    }

    /**
     * Sends messages until the client disconnects. They start after the position in {@code Last-Event-ID} or
     * {@code ?after=}, and without one at the end of the feed.
     */
    void serve(Context request) throws InterruptedException {
        Semaphore published = new Semaphore(0);
        StreamSlots.Slot slot = slots.take(request.ip());
        AddressLimit.leave(request);
        clients.add(published);
        try {
            var response = request.res();
            response.setStatus(200);
            response.setContentType("text/event-stream; charset=utf-8");
            response.setHeader("X-Accel-Buffering", "no");
            if (!HeadRequests.isHead(request)) {
                send(request, response.getOutputStream(), published);
            }
        } catch (IOException disconnected) {
            LOG.debug("a client of the event stream disconnected", disconnected);
        } finally {
            clients.remove(published);
            slot.close();
        }
    }

    private void send(Context request, OutputStream out, Semaphore published) throws IOException, InterruptedException {
        out.write("retry: 1000\n\n".getBytes(StandardCharsets.UTF_8));
        Optional<Long> start = start(request);
        long sent = start.orElseGet(() -> model.feed().last());
        if (start.isEmpty()) {
            reset(out, sent);
        }
        beat(out);
        long lastBeat = model.clock().nanos();
        while (open) {
            Optional<List<FeedMessage>> messages = model.feed().after(sent, BATCH);
            if (messages.isEmpty()) {
                sent = model.feed().last();
                reset(out, sent);
            } else {
                for (FeedMessage message : messages.get()) {
                    sent = message.sequence();
                    write(out, message.kind(), model.feed().position(sent), message.data());
                }
            }
            out.flush();
            long wait = lastBeat
                    + LiveInstances.CHECK_INTERVAL.toNanos()
                    - model.clock().nanos();
            if (wait <= 0) {
                beat(out);
                lastBeat = model.clock().nanos();
            } else if (messages.isPresent()
                    && messages.get().size() < BATCH
                    && published.tryAcquire(wait, TimeUnit.NANOSECONDS)) {
                published.drainPermits();
            }
        }
    }

    private Optional<Long> start(Context request) {
        Optional<String> position = Optional.ofNullable(request.header("Last-Event-ID"))
                .or(() -> Optional.ofNullable(request.queryParam("after")));
        return position.isEmpty()
                ? Optional.of(model.feed().last())
                : model.feed().sequence(position.get());
    }

    private void reset(OutputStream out, long sequence) throws IOException {
        write(out, "reset", model.feed().position(sequence), "{}");
    }

    private void beat(OutputStream out) throws IOException {
        write(out, "beat", "", Json.write(model.beat()));
        out.flush();
    }

    private static void write(OutputStream out, String kind, String id, String data) throws IOException {
        String text = (id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + kind + "\ndata: " + data + "\n\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        open = false;
        wakeClients();
    }

    private void wakeClients() {
        clients.forEach(Semaphore::release);
    }
}
