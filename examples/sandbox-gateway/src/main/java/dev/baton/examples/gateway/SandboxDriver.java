package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.examples.gateway.JsonHttpServer.JsonResponse;
import dev.baton.support.json.Json;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The compute driver: starts, stops and lists sandboxes, and streams their changes. It keeps no state over a restart,
 * and its sandboxes end with it. It counts the calls of each replica.
 */
final class SandboxDriver {
    private final Map<String, Sandbox> sandboxes = new TreeMap<>();
    private final Map<Object, BlockingQueue<String>> watchers = new LinkedHashMap<>();
    private final Map<String, Long> calls = new TreeMap<>();
    private final ExecutorService starter = NamedThreads.single("sandbox-starter");
    private final long getDelayMillis;
    private long lastGeneration;

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

    private JsonResponse sandboxes(HttpExchange request) throws Exception {
        String id = JsonHttpServer.subpath(request);
        return switch (request.getRequestMethod()) {
            case "GET" -> id.isEmpty() ? list(request) : get(request, id);
            case "POST" -> create(id, JsonHttpServer.body(request));
            case "DELETE" -> delete(id);
            default -> JsonResponse.error(405, "METHOD_NOT_ALLOWED", "use GET, POST or DELETE");
        };
    }

    private synchronized JsonResponse list(HttpExchange request) {
        count(request, "list");
        Map<String, @Nullable Object> all = new TreeMap<>();
        sandboxes.forEach((id, sandbox) -> all.put(id, toJson(sandbox)));
        return new JsonResponse(200, all);
    }

    private JsonResponse get(HttpExchange request, String id) throws InterruptedException {
        count(request, "get");
        TimeUnit.MILLISECONDS.sleep(getDelayMillis);
        synchronized (this) {
            Sandbox sandbox = sandboxes.get(id);
            return sandbox == null ? JsonResponse.notFound(id) : new JsonResponse(200, toJson(sandbox));
        }
    }

    private synchronized JsonResponse create(String id, String command) throws Exception {
        if (!sandboxes.containsKey(id)) {
            long generation = nextGeneration();
            Sandbox started = starter.submit(() -> Sandbox.start(id, generation, command, this::changed))
                    .get();
            sandboxes.put(id, started);
        }
        return JsonResponse.of(201, "id", id);
    }

    private JsonResponse delete(String id) {
        Sandbox sandbox;
        synchronized (this) {
            sandbox = sandboxes.get(id);
        }
        if (sandbox == null) {
            // Nothing will ever be reported of it, so that the record would wait for the grace.
            publishGone(id, 0);
        } else {
            sandbox.delete();
        }
        return JsonResponse.of(202, "id", id);
    }

    private synchronized JsonResponse calls() {
        return new JsonResponse(200, new TreeMap<>(calls));
    }

    private synchronized void count(HttpExchange request, String call) {
        String replica = request.getRequestHeaders().getFirst("Replica");
        calls.merge((replica == null ? "unknown" : replica) + " " + call, 1L, Long::sum);
    }

    private synchronized void changed(Sandbox sandbox) {
        if (sandbox.isGone() && sandboxes.remove(sandbox.id(), sandbox)) {
            publishGone(sandbox.id(), sandbox.generation());
        } else if (!sandbox.isGone()) {
            publish(seen(sandbox));
        }
    }

    /** Follows the time, so that the numbers grow over a restart of the driver too. */
    private long nextGeneration() {
        lastGeneration = Math.max(lastGeneration + 1, System.currentTimeMillis());
        return lastGeneration;
    }

    private synchronized void publishGone(String id, long generation) {
        publish(Map.of("event", "gone", "id", id, "generation", generation));
    }

    private void publish(Map<String, @Nullable Object> event) {
        String line = Json.write(event) + "\n";
        watchers.values().forEach(queue -> queue.add(line));
    }

    private static Map<String, @Nullable Object> seen(Sandbox sandbox) {
        Map<String, @Nullable Object> event = toJson(sandbox);
        event.put("event", "seen");
        event.put("id", sandbox.id());
        return event;
    }

    private static Map<String, @Nullable Object> toJson(Sandbox sandbox) {
        return new TreeMap<>(Map.of(
                "condition", sandbox.condition().name(),
                "status", sandbox.status(),
                "generation", sandbox.generation()));
    }

    /** Streams a line per sandbox, {@code complete}, and then a line per change; while idle, a blank line per second. */
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
