package dev.baton.console.http;

import dev.baton.http.ApiException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/**
 * Carries out the writes of clients: each request id once, none that was requested too long ago, and not too many at the same
 * time. A browser whose connection ends without an answer sends its request again, with the same id. Thread-safe.
 */
final class RequestedWrites {
    /** The header with an id that the client chooses for a write. */
    static final String ID = "Baton-Request";

    /** The header with the time of the {@link RunClock} at which a write was requested. */
    static final String TIME = "Baton-Requested-At";

    /** The page does not wait longer for an answer. */
    static final Duration MAX_AGE = Duration.ofSeconds(8);

    static final int MAX_IDS = 512;
    private static final int MAX_RUNNING = 16;
    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final RunClock clock;
    private final Semaphore running = new Semaphore(MAX_RUNNING);
    private final Map<String, Write> writes = new LinkedHashMap<>();

    RequestedWrites(RunClock clock) {
        this.clock = clock;
    }

    /** Carries out a write, or sends the answer of the first request with its id. */
    void handle(Context request, Handler handler) throws Exception {
        Optional<String> id = Optional.ofNullable(request.header(ID));
        if (id.isEmpty()) {
            carryOut(request, handler);
            return;
        }
        if (!WELL_FORMED.matcher(id.get()).matches()) {
            throw ApiException.badRequest(ID + " must have 1 to 64 letters, digits, hyphens and underscores");
        }
        Write write = new Write(request.fullUrl(), new CompletableFuture<>());
        Optional<Write> first = remember(id.get(), write);
        if (first.isPresent()) {
            repeat(request, write, first.get());
            return;
        }
        try {
            carryOut(request, handler);
            write.answer().complete(new Answer(request.statusCode(), String.valueOf(request.result())));
        } catch (Exception | Error failed) {
            write.answer().completeExceptionally(failed);
            throw failed;
        }
    }

    /** Returns the first write with an id; empty if this is the first one. */
    private synchronized Optional<Write> remember(String id, Write write) {
        Write first = writes.putIfAbsent(id, write);
        if (writes.size() > MAX_IDS) {
            writes.remove(writes.keySet().iterator().next());
        }
        return Optional.ofNullable(first);
    }

    /** The first write may still be running. No thread waits for it. */
    private static void repeat(Context request, Write write, Write first) {
        if (!first.url().equals(write.url())) {
            throw ApiException.badRequest("the id in " + ID + " was used for another request");
        }
        request.future(() -> first.answer().thenAccept(answer -> answer.send(request)));
    }

    /** A write waits for a store or a node. Those that wait for a silent one leave threads for reads. */
    private void carryOut(Context request, Handler handler) throws Exception {
        if (!running.tryAcquire()) {
            throw new ApiException(503, "BUSY", MAX_RUNNING + " writes are running already; try again later");
        }
        try {
            refuseIfLate(request);
            handler.handle(request);
        } finally {
            running.release();
        }
    }

    /** A console that was stopped finds requests that its clients have given up. */
    private void refuseIfLate(Context request) {
        Optional<String> time = Optional.ofNullable(request.header(TIME));
        if (time.isEmpty()) {
            return;
        }
        Duration age = age(time.get())
                .orElseThrow(() ->
                        new ApiException(409, "RESTARTED", "the console was started after this write was requested"));
        if (age.compareTo(MAX_AGE) > 0) {
            throw new ApiException(
                    409, "TOO_LATE", "this write was requested more than " + MAX_AGE.toSeconds() + " s ago");
        }
    }

    private Optional<Duration> age(String time) {
        try {
            return clock.age(time);
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest(TIME + ": " + malformed.getMessage());
        }
    }

    /** A write that is running or has ended. */
    private record Write(String url, CompletableFuture<Answer> answer) {}

    private record Answer(int status, String body) {
        void send(Context request) {
            request.status(status).contentType("application/json").result(body);
        }
    }
}
