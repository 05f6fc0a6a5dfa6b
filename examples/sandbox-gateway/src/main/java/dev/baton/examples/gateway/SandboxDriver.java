package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.examples.gateway.JsonHttpServer.Answer;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The compute driver: starts and stops sandboxes, tells what there is, and streams what happens. It remembers nothing
 * over a restart, and its sandboxes end with it. Calls are counted by who made them.
 */
final class SandboxDriver {
    private final Map<String, Sandbox> sandboxes = new TreeMap<>();
    private final Map<Object, BlockingQueue<String>> watchers = new LinkedHashMap<>();
    private final Map<String, Long> calls = new TreeMap<>();
    private final ExecutorService immortal = Executors.newSingleThreadExecutor();
    private final long getDelayMillis;

    SandboxDriver(long getDelayMillis) {
        this.getDelayMillis = getDelayMillis;
    }

    HttpServer serve(int port) throws IOException {
        return JsonHttpServer.start(
                port,
                Map.of(
                        "/sandboxes", JsonHttpServer.json(this::sandboxes),
                        "/calls", JsonHttpServer.json(request -> calls()),
                        "/watch", this::watch));
    }

    private Answer sandboxes(HttpExchange request) throws Exception {
        String id = JsonHttpServer.rest(request);
        return switch (request.getRequestMethod()) {
            case "GET" -> id.isEmpty() ? list(request) : get(request, id);
            case "POST" -> create(id, JsonHttpServer.body(request));
            case "DELETE" -> delete(id);
            default -> Answer.error(405, "METHOD_NOT_ALLOWED", "GET, POST or DELETE");
        };
    }

    private Answer list(HttpExchange request) {
        count(request, "list");
        Map<String, @Nullable Object> all = new TreeMap<>();
        synchronized (this) {
            sandboxes.forEach((id, sandbox) -> all.put(id, described(sandbox)));
        }
        return new Answer(200, all);
    }

    private Answer get(HttpExchange request, String id) throws InterruptedException {
        count(request, "get");
        TimeUnit.MILLISECONDS.sleep(getDelayMillis);
        synchronized (this) {
            Sandbox sandbox = sandboxes.get(id);
            return sandbox == null
                    ? Answer.error(404, "NOT_FOUND", "no sandbox " + id)
                    : new Answer(200, described(sandbox));
        }
    }

    private Answer create(String id, String command) throws Exception {
        synchronized (this) {
            if (!sandboxes.containsKey(id)) {
                Sandbox started = immortal.submit(() -> Sandbox.start(id, command, this::changed))
                        .get();
                sandboxes.put(id, started);
            }
        }
        return Answer.of(201, "id", id);
    }

    private Answer delete(String id) {
        Sandbox sandbox;
        synchronized (this) {
            sandbox = sandboxes.get(id);
        }
        if (sandbox != null) {
            sandbox.delete();
        }
        return Answer.of(202, "id", id);
    }

    private Answer calls() {
        synchronized (this) {
            return new Answer(200, new TreeMap<>(calls));
        }
    }

    private synchronized void count(HttpExchange request, String what) {
        String who = request.getRequestHeaders().getFirst("Replica");
        calls.merge((who == null ? "nobody" : who) + " " + what, 1L, Long::sum);
    }

    private synchronized void changed(Sandbox sandbox) {
        if (sandbox.isGone() && sandboxes.remove(sandbox.id(), sandbox)) {
            tell(Map.of("event", "gone", "id", sandbox.id()));
        } else if (!sandbox.isGone()) {
            tell(seen(sandbox));
        }
    }

    private void tell(Map<String, @Nullable Object> event) {
        String line = Json.write(event) + "\n";
        watchers.values().forEach(queue -> queue.add(line));
    }

    private static Map<String, @Nullable Object> seen(Sandbox sandbox) {
        Map<String, @Nullable Object> event = described(sandbox);
        event.put("event", "seen");
        event.put("id", sandbox.id());
        return event;
    }

    private static Map<String, @Nullable Object> described(Sandbox sandbox) {
        Map<String, @Nullable Object> described = new TreeMap<>();
        described.put("condition", sandbox.condition().name());
        described.put("status", sandbox.status());
        return described;
    }

    /** Everything that exists, then {@code complete}, then every change, a line each; a blank one now and then. */
    private void watch(HttpExchange request) throws IOException {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        synchronized (this) {
            sandboxes.values().forEach(sandbox -> queue.add(Json.write(seen(sandbox)) + "\n"));
            queue.add(Json.write(Map.of("event", "complete")) + "\n");
            watchers.put(request, queue);
        }
        try (request) {
            request.sendResponseHeaders(200, 0);
            OutputStream out = request.getResponseBody();
            while (true) {
                String line = queue.poll(1, TimeUnit.SECONDS);
                out.write((line == null ? "\n" : line).getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (this) {
                watchers.remove(request);
            }
        }
    }
}
