package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.examples.gateway.JsonHttpServer.JsonResponse;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.Resource;
import dev.baton.reconcile.Resources;
import dev.baton.store.PutOutcome;
import dev.baton.store.UpdateOutcome;
import dev.baton.store.VersionedValue;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of one replica. It serves the same requests on the leader and on standbys.
 *
 * @param candidate empty for a single replica, which always reconciles
 */
record Gateway(
        String replica,
        Resources<String, String> sandboxes,
        DriverClient driver,
        Reconciler<String, String> reconciler,
        Optional<Candidate> candidate,
        Optional<String> token) {
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,40}");

    HttpServer serve(int port) throws IOException {
        HttpHandler role = JsonHttpServer.json(request -> role());
        return JsonHttpServer.start(
                port, Map.of("/sandboxes", JsonHttpServer.json(this::serveSandboxes), "/role", role));
    }

    private JsonResponse role() {
        long epoch =
                candidate.flatMap(Candidate::leadership).map(Leadership::epoch).orElse(0L);
        return new JsonResponse(
                200,
                Map.of(
                        "replica",
                        replica,
                        "reconciling",
                        reconciler.isReconciling(),
                        "warm",
                        reconciler.isWarm(),
                        "health",
                        reconciler.health().state().name().toLowerCase(Locale.ROOT),
                        "reason",
                        reconciler.health().reason(),
                        "indexed",
                        (long) reconciler.index().size(),
                        "epoch",
                        epoch));
    }

    private JsonResponse serveSandboxes(HttpExchange request) throws Exception {
        String method = request.getRequestMethod();
        String id = JsonHttpServer.subpath(request);
        if (method.equals("GET")) {
            return id.isEmpty() ? list() : get(id);
        }
        String authorization = request.getRequestHeaders().getFirst("Authorization");
        if (token.isPresent() && !("Bearer " + token.get()).equals(authorization)) {
            return JsonResponse.error(401, "UNAUTHORIZED", "writes require the token");
        }
        if (!ID.matcher(id).matches()) {
            return JsonResponse.error(
                    400, "BAD_REQUEST", "a sandbox id must have 1 to 40 characters of a-z, 0-9 and -");
        }
        return switch (method) {
            case "POST" -> create(id, JsonHttpServer.body(request));
            case "PUT" -> update(id, JsonHttpServer.body(request));
            case "DELETE" -> delete(id);
            default -> JsonResponse.error(405, "METHOD_NOT_ALLOWED", "use GET, POST, PUT or DELETE");
        };
    }

    private JsonResponse list() {
        Map<String, @Nullable Object> all = new TreeMap<>();
        sandboxes.list().forEach(record -> all.put(record.id(), toJson(record)));
        return new JsonResponse(200, all);
    }

    private JsonResponse get(String id) {
        return sandboxes
                .get(id)
                .map(record -> new JsonResponse(200, toJson(record)))
                .orElseGet(() -> JsonResponse.notFound(id));
    }

    /** Writes the record before it starts the child: a crash in between leaves an orphan, which is pruned. */
    private JsonResponse create(String id, String command) throws Exception {
        if (sandboxes.create(id, command) instanceof PutOutcome.Conflict) {
            return JsonResponse.error(409, "EXISTS", "sandbox " + id + " already exists");
        }
        driver.create(id, command);
        return JsonResponse.of(201, "id", id);
    }

    private JsonResponse update(String id, String command) {
        UpdateOutcome outcome = sandboxes.update(id, 0, command);
        return outcome instanceof UpdateOutcome.Absent ? JsonResponse.notFound(id) : JsonResponse.of(200, "id", id);
    }

    private JsonResponse delete(String id) throws Exception {
        if (sandboxes.delete(id) instanceof UpdateOutcome.Absent) {
            return JsonResponse.notFound(id);
        }
        driver.delete(id);
        reconciler.look(id);
        return JsonResponse.of(202, "id", id);
    }

    private static Map<String, @Nullable Object> toJson(VersionedValue<Resource<String, String>> record) {
        Map<String, @Nullable Object> json = new TreeMap<>();
        json.put("phase", record.value().phase().code());
        json.put("spec", record.value().spec());
        json.put("epoch", record.value().epoch());
        json.put("version", record.resourceVersion());
        record.value().status().ifPresent(status -> json.put("status", status));
        return json;
    }
}
