package dev.baton.sidecar.http;

import dev.baton.Registration;
import dev.baton.http.ApiException;
import dev.baton.http.HeadRequests;
import dev.baton.sidecar.answer.LeaderAnswer;
import dev.baton.sidecar.answer.LeaderAnswers;
import dev.baton.support.json.Json;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /events}: the present answer, and one after every change. Each is computed when it is sent: changes that come
 * faster than a client reads are merged, and none is sent late.
 */
final class AnswerStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** A client that does not read occupies a thread. */
    static final int MAX_CLIENTS = 64;

    /** A leadership can expire without an event, if no thread ran to raise one. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private static final int CHECKS_PER_KEEP_ALIVE = 5;

    private final LeaderAnswers answers;
    private final Semaphore places = new Semaphore(MAX_CLIENTS);
    private final Set<Semaphore> clients = ConcurrentHashMap.newKeySet();
    private final Registration registration;
    private volatile boolean open = true;

    AnswerStream(LeaderAnswers answers) {
        this.answers = answers;
        this.registration = answers.onChange(this::wakeClients);
    }

    /** Sends answers until the client disconnects. */
    void serve(Context request) throws InterruptedException {
        if (!places.tryAcquire()) {
            request.header("Retry-After", "10");
            throw new ApiException(
                    429, "TOO_MANY_STREAMS", MAX_CLIENTS + " clients follow the events already; try again later");
        }
        Semaphore changed = new Semaphore(0);
        clients.add(changed);
        try {
            var response = request.res();
            response.setStatus(200);
            response.setContentType("text/event-stream; charset=utf-8");
            response.setHeader("X-Accel-Buffering", "no");
            if (!HeadRequests.isHead(request)) {
                send(response.getOutputStream(), changed);
            }
        } catch (IOException disconnected) {
            LOG.debug("a client of the event stream disconnected", disconnected);
        } finally {
            clients.remove(changed);
            places.release();
        }
    }

    private void send(OutputStream out, Semaphore changed) throws IOException, InterruptedException {
        write(out, "retry: 1000\n\n");
        LeaderAnswer sent = answers.now();
        write(out, event(sent));
        int unchanged = 0;
        while (open) {
            if (changed.tryAcquire(CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                changed.drainPermits();
            }
            if (answers.hasChangedSince(sent)) {
                sent = answers.now();
                write(out, event(sent));
                unchanged = 0;
            } else if (++unchanged >= CHECKS_PER_KEEP_ALIVE) {
                write(out, ": keep-alive\n\n");
                unchanged = 0;
            }
        }
    }

    private static String event(LeaderAnswer answer) {
        return "event: leader\ndata: " + Json.write(AnswerJson.of(answer)) + "\n\n";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private void wakeClients() {
        clients.forEach(Semaphore::release);
    }

    @Override
    public void close() {
        registration.close();
        open = false;
        wakeClients();
    }
}
