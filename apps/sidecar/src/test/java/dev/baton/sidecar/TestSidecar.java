package dev.baton.sidecar;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A sidecar of the election {@code nightly} in this process, with its own connection to a store in memory. */
final class TestSidecar implements AutoCloseable {
    static final Duration GRANT = Duration.ofMillis(700);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Baton baton;
    final Candidate candidate;
    final Sidecar sidecar;

    TestSidecar(String store, String id) {
        this(store, id, "127.0.0.1", Optional.empty());
    }

    TestSidecar(String store, String id, String host, Optional<Path> tokenFile) {
        baton = Baton.builder().url("memory:" + store).connect();
        String url = "http://" + id + ".example";
        candidate = baton.election("nightly")
                .candidate(CandidateSettings.builder()
                        .instanceId(id)
                        .url(url)
                        .stopGrace(GRANT)
                        .build());
        sidecar = new Sidecar(
                baton.election("nightly"), candidate, new SidecarSettings(host, 0, tokenFile, Optional.of(url), GRANT));
    }

    TestSidecar start() {
        candidate.start();
        return this;
    }

    TestSidecar awaitLeading() {
        await("leads", () -> get("/leader").statusCode() == 200);
        return this;
    }

    static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(30)).until(condition);
    }

    String url() {
        return "http://127.0.0.1:" + sidecar.port();
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    HttpResponse<String> send(String method, String path, String... headers) {
        try {
            return sendAsync(method, path, headers).get(30, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    CompletableFuture<HttpResponse<String>> sendAsync(String method, String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url() + path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    Map<String, @Nullable Object> leader() {
        return Json.parseObject(get("/leader").body());
    }

    static long number(Map<String, @Nullable Object> answer, String field) {
        return (Long) Objects.requireNonNull(answer.get(field), field);
    }

    EventReader events(String... headers) throws IOException {
        return new EventReader(url() + "/events", headers);
    }

    @Override
    public void close() {
        sidecar.prepareStop();
        candidate.close();
        sidecar.close();
        baton.close();
    }
}
