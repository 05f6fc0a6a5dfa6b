package dev.baton.console.http;

import dev.baton.console.view.LiveInstances;
import dev.baton.console.watch.FeedMessage;
import dev.baton.support.json.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feed as server-sent events. Each listener has its own thread and its own place, so a slow one delays nobody;
 * one that fell too far behind, or was away for too long, is told to start over.
 */
final class ConsoleEventStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    static final int MOST_LISTENERS = 64;
    private static final int BATCH = 256;

    private final ConsoleModel exhibits;
    private final Set<Semaphore> listeners = ConcurrentHashMap.newKeySet();
    private volatile boolean open = true;

    ConsoleEventStream(ConsoleModel exhibits) {
        this.exhibits = exhibits;
    }

    /** Writes until the listener goes. Its place is in {@code Last-Event-ID} or {@code ?after=}; without one, now. */
    void serve(Context request) throws InterruptedException {
        Semaphore news = new Semaphore(0);
        listeners.add(news);
        Runnable wake = news::release;
        try {
            if (listeners.size() > MOST_LISTENERS) {
                throw new ConsoleRefusal(503, "BUSY", "more than " + MOST_LISTENERS + " listen already");
            }
            var response = request.res();
            response.setStatus(200);
            response.setContentType("text/event-stream; charset=utf-8");
            response.setHeader("X-Accel-Buffering", "no");
            exhibits.feed().listen(wake);
            follow(request, response.getOutputStream(), news);
        } catch (IOException gone) {
            LOG.debug("a listener went", gone);
        } finally {
            exhibits.feed().ignore(wake);
            listeners.remove(news);
        }
    }

    private void follow(Context request, OutputStream out, Semaphore news) throws IOException, InterruptedException {
        out.write("retry: 1000\n\n".getBytes(StandardCharsets.UTF_8));
        Optional<Long> start = start(request);
        long at = start.orElseGet(() -> now());
        if (start.isEmpty()) {
            reset(out, at);
        }
        beat(out);
        long beatAt = exhibits.clock().nanos();
        while (open) {
            Optional<List<FeedMessage>> missed = exhibits.feed().after(at, BATCH);
            if (missed.isEmpty()) {
                at = now();
                reset(out, at);
            } else {
                for (FeedMessage each : missed.get()) {
                    write(out, each.kind(), exhibits.feed().place(each.sequence()), each.data());
                    at = each.sequence();
                }
            }
            out.flush();
            long wait =
                    beatAt + LiveInstances.CLOCK.toNanos() - exhibits.clock().nanos();
            if (wait <= 0) {
                beat(out);
                beatAt = exhibits.clock().nanos();
            } else if (missed.isPresent()
                    && missed.get().size() < BATCH
                    && news.tryAcquire(wait, TimeUnit.NANOSECONDS)) {
                news.drainPermits();
            }
        }
    }

    private Optional<Long> start(Context request) {
        Optional<String> place = Optional.ofNullable(request.header("Last-Event-ID"))
                .or(() -> Optional.ofNullable(request.queryParam("after")));
        return place.isEmpty() ? Optional.of(now()) : exhibits.feed().sequence(place.get());
    }

    private long now() {
        return exhibits.feed().sequence(exhibits.feed().place()).orElseThrow();
    }

    /** The place is lost: whoever listens has to read everything again. */
    private void reset(OutputStream out, long at) throws IOException {
        write(out, "reset", exhibits.feed().place(at), "{}");
    }

    private void beat(OutputStream out) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("now", exhibits.clock().wallMillis());
        object.put("ages", exhibits.ages());
        write(out, "beat", "", Json.write(object));
        out.flush();
    }

    private static void write(OutputStream out, String kind, String id, String data) throws IOException {
        String text = (id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + kind + "\ndata: " + data + "\n\n";
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        open = false;
        listeners.forEach(Semaphore::release);
    }
}
