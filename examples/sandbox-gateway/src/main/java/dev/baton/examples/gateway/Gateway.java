package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.examples.gateway.JsonHttpServer.Answer;
import dev.baton.reconcile.Reconciler;
import dev.baton.reconcile.Resource;
import dev.baton.reconcile.Resources;
import dev.baton.store.PutOutcome;
import dev.baton.store.UpdateOutcome;
import dev.baton.store.VersionedValue;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The HTTP side of one replica: the same on all of them, whoever leads. */
final class Gateway {
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,40}");

    private final Resources<String, String> sandboxes;
    private final DriverClient driver;
    private final Reconciler<String, String> reconciler;
    private final Candidate candidate;
    private final Optional<String> token;

    Gateway(
            Resources<String, String> sandboxes,
            DriverClient driver,
            Reconciler<String, String> reconciler,
            Candidate candidate,
            Optional<String> token) {
        this.sandboxes = sandboxes;
        this.driver = driver;
        this.reconciler = reconciler;
        this.candidate = candidate;
        this.token = token;
    }

    HttpServer serve(int port) throws IOException {
        return JsonHttpServer.start(
                port,
                Map.of(
                        "/sandboxes",
                        JsonHttpServer.json(this::sandboxes),
                        "/role",
                        JsonHttpServer.json(request -> role())));
    }

    private Answer role() {
        long epoch = candidate.leadership().map(Leadership::epoch).orElse(0L);
        return new Answer(
                200,
                Map.of(
                        "replica", candidate.instanceId(),
                        "reconciling", reconciler.isReconciling(),
                        "warm", reconciler.isWarm(),
                        "indexed", (long) reconciler.index().size(),
                        "epoch", epoch));
    }

    private Answer sandboxes(HttpExchange request) throws Exception {
        String method = request.getRequestMethod();
        String id = JsonHttpServer.rest(request);
        if (method.equals("GET")) {
            return id.isEmpty() ? list() : get(id);
        }
        String given = request.getRequestHeaders().getFirst("Authorization");
        if (token.isPresent() && !("Bearer " + token.get()).equals(given)) {
            return Answer.error(401, "UNAUTHORIZED", "writes need the token");
        }
        if (!ID.matcher(id).matches()) {
            return Answer.error(400, "BAD_REQUEST", "a sandbox is named with 1 to 40 of a-z 0-9 -");
        }
        return switch (method) {
            case "POST" -> create(id, JsonHttpServer.body(request));
            case "PUT" -> update(id, JsonHttpServer.body(request));
            case "DELETE" -> delete(id);
            default -> Answer.error(405, "METHOD_NOT_ALLOWED", "GET, POST, PUT or DELETE");
        };
    }

    private Answer list() {
        Map<String, @Nullable Object> all = new TreeMap<>();
        sandboxes.list().forEach(record -> all.put(record.id(), described(record)));
        return new Answer(200, all);
    }

    private Answer get(String id) {
        return sandboxes
                .get(id)
                .map(record -> new Answer(200, described(record)))
                .orElseGet(() -> Answer.error(404, "NOT_FOUND", "no sandbox " + id));
    }

    /** First the record, then the child: what a crash leaves between the two is an orphan, which is pruned. */
    private Answer create(String id, String command) throws Exception {
        if (sandboxes.create(id, command) instanceof PutOutcome.Conflict) {
            return Answer.error(409, "EXISTS", "there is a sandbox " + id);
        }
        driver.create(id, command);
        return Answer.of(201, "id", id);
    }

    private Answer update(String id, String command) {
        UpdateOutcome outcome = sandboxes.update(id, 0, command);
        return outcome instanceof UpdateOutcome.Absent
                ? Answer.error(404, "NOT_FOUND", "no sandbox " + id)
                : Answer.of(200, "id", id);
    }

    private Answer delete(String id) throws Exception {
        if (sandboxes.delete(id) instanceof UpdateOutcome.Absent) {
            return Answer.error(404, "NOT_FOUND", "no sandbox " + id);
        }
        driver.delete(id);
        return Answer.of(202, "id", id);
    }

    private static Map<String, @Nullable Object> described(VersionedValue<Resource<String, String>> record) {
        Map<String, @Nullable Object> described = new TreeMap<>();
        described.put("phase", record.value().phase().code());
        described.put("spec", record.value().spec());
        described.put("epoch", record.value().epoch());
        described.put("version", record.resourceVersion());
        record.value().status().ifPresent(status -> described.put("status", status));
        return described;
    }
}
