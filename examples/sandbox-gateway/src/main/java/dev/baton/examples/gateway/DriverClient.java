package dev.baton.examples.gateway;

import dev.baton.reconcile.ResourceCondition;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourceSighting;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The HTTP client that a replica uses to call the driver. */
final class DriverClient implements ResourceDriver<String> {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final String url;
    private final String replica;

    DriverClient(String url, String replica) {
        this.url = url;
        this.replica = replica;
    }

    void create(String id, String command) throws IOException, InterruptedException {
        send(request("/sandboxes/" + id).POST(BodyPublishers.ofString(command)), 201);
    }

    void delete(String id) throws IOException, InterruptedException {
        send(request("/sandboxes/" + id).DELETE(), 202);
    }

    @Override
    public Map<String, ResourceSighting<String>> list() throws IOException, InterruptedException {
        Map<String, @Nullable Object> all = Json.parseObject(send(request("/sandboxes"), 200));
        Map<String, ResourceSighting<String>> sightings = new TreeMap<>();
        for (String id : all.keySet()) {
            if (all.get(id) instanceof Map<?, ?> one) {
                sightings.put(id, sighting(Json.parseObject(Json.write(one))));
            }
        }
        return sightings;
    }

    @Override
    public Optional<ResourceSighting<String>> get(String id) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request("/sandboxes/" + id).build(), BodyHandlers.ofString());
        return response.statusCode() == 404
                ? Optional.empty()
                : Optional.of(sighting(Json.parseObject(checked(response, 200))));
    }

    @Override
    public void watch(Stream<String> stream) throws IOException, InterruptedException {
        // No timeout: an open stream may be silent, and reading from a broken one throws.
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/watch")).build();
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (!line.isEmpty()) {
                    forward(stream, Json.parseObject(line));
                }
            }
        }
    }

    private static void forward(Stream<String> stream, Map<String, @Nullable Object> event) {
        JsonFields fields = new JsonFields("event", event);
        switch (fields.text("event")) {
            case "seen" -> stream.seen(fields.text("id"), sighting(event));
            case "gone" -> stream.gone(fields.text("id"));
            case "complete" -> stream.complete();
            default -> stream.platform(fields.text("event"));
        }
    }

    private static ResourceSighting<String> sighting(Map<String, @Nullable Object> object) {
        JsonFields fields = new JsonFields("sandbox", object);
        return new ResourceSighting<>(ResourceCondition.valueOf(fields.text("condition")), fields.text("status"));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT).header("Replica", replica);
    }

    private String send(HttpRequest.Builder request, int expected) throws IOException, InterruptedException {
        return checked(client.send(request.build(), BodyHandlers.ofString()), expected);
    }

    private String checked(HttpResponse<String> response, int expected) throws IOException {
        if (response.statusCode() != expected) {
            throw new IOException("the driver at " + url + " returned " + response.statusCode() + " to "
                    + response.request().method() + " "
                    + response.request().uri().getPath() + ": " + response.body());
        }
        return response.body();
    }
}
