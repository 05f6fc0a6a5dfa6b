package dev.baton.cli;

import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code baton sidecar} of the election {@code job}, in a process of its own. */
public final class SidecarProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final BatonProcess process;
    private final String url;

    private SidecarProcess(BatonProcess process) {
        this.process = process;
        await("its address").atMost(TIMEOUT).until(() -> process.out().contains("\n"));
        this.url = process.out().strip().replace("sidecar at ", "");
    }

    /** Starts a sidecar on a free port. */
    public static SidecarProcess start(Path directory, String store, String id, String... options) {
        List<String> words =
                new ArrayList<>(List.of("sidecar", "job", "--on", store, "--id", id, "--listen", "127.0.0.1:0"));
        words.addAll(List.of(options));
        return new SidecarProcess(BatonProcess.start(directory, words.toArray(new String[0])));
    }

    public BatonProcess process() {
        return process;
    }

    /** Sends a request, whose response may take long. */
    public CompletableFuture<HttpResponse<String>> sendAsync(String method, String path, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path)).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the status of a response. */
    public int status(String path) {
        try {
            return sendAsync("GET", path)
                    .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                    .statusCode();
        } catch (Exception failed) {
            throw new IllegalStateException(process.err(), failed);
        }
    }

    /** Returns the fields of the answer. */
    public Map<String, @Nullable Object> leader() {
        try {
            return Json.parseObject(sendAsync("GET", "/leader")
                    .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS)
                    .body());
        } catch (Exception failed) {
            throw new IllegalStateException(process.err(), failed);
        }
    }

    /** Returns the epoch of the leadership of this instance. */
    public long epoch() {
        return (Long) Objects.requireNonNull(leader().get("epoch"), "epoch");
    }

    /** Waits until this instance leads. */
    public SidecarProcess awaitLeading() {
        await("leads").atMost(TIMEOUT).until(() -> status("/leader") == 200);
        return this;
    }

    @Override
    public void close() {
        process.close();
    }
}
