package dev.baton.examples.gateway;

import dev.baton.reconcile.ResourceCondition;
import dev.baton.reconcile.ResourceDriver;
import dev.baton.reconcile.ResourceSighting;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The HTTP client that a replica uses to call the driver. */
record DriverClient(String url, String replica) implements ResourceDriver<String> {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    void create(String id, String command) throws IOException, InterruptedException {
        send(request("/sandboxes/" + id).POST(BodyPublishers.ofString(command)), 201);
    }

    void delete(String id) throws IOException, InterruptedException {
        send(request("/sandboxes/" + id).DELETE(), 202);
    }

    @Override
    public Map<String, ResourceSighting<String>> list() throws IOException, InterruptedException {
        Map<String, ResourceSighting<String>> sightings = new TreeMap<>();
        Json.parseObject(send(request("/sandboxes"), 200))
                .forEach((id, sandbox) -> sightings.put(id, sighting(JsonFields.of("sandbox", sandbox))));
        return sightings;
    }

    @Override
    public Optional<ResourceSighting<String>> get(String id) throws IOException, InterruptedException {
        HttpResponse<String> response = answer(request("/sandboxes/" + id));
        return response.statusCode() == 404
                ? Optional.empty()
                : Optional.of(sighting(JsonFields.of("sandbox", Json.parse(checked(response, 200)))));
    }

    @Override
    public void watch(Stream<String> stream) throws IOException, InterruptedException {
        // No timeout: a stream that is silent, without the driver's heartbeats, is ended by an interrupt. Waiting for
        // the
        // response can be interrupted, reading from its input stream cannot.
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/watch")).build();
        CompletableFuture<HttpResponse<Void>> response =
                CLIENT.sendAsync(request, BodyHandlers.fromLineSubscriber(new WatchLines(stream)));
        try {
            response.get();
        } catch (ExecutionException failed) {
            throw new IOException("the watch of the driver at " + url + " failed: " + failed.getCause(), failed);
        } finally {
            response.cancel(true);
        }
    }

    static void forward(Stream<String> stream, JsonFields fields) {
        switch (fields.text("event")) {
            case "seen" -> stream.seen(fields.text("id"), sighting(fields));
            case "gone" -> stream.gone(fields.text("id"), fields.number("generation", 0));
            case "complete" -> stream.complete();
            default -> stream.platform(fields.text("event"));
        }
    }

    private static ResourceSighting<String> sighting(JsonFields fields) {
        return new ResourceSighting<>(
                ResourceCondition.valueOf(fields.text("condition")),
                fields.text("status"),
                fields.number("generation", 0));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT).header("Replica", replica);
    }

    private String send(HttpRequest.Builder request, int expected) throws IOException, InterruptedException {
        return checked(answer(request), expected);
    }

    /** The client's own exceptions have no message, or do not name the driver. */
    private HttpResponse<String> answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new IOException(
                    "the driver at " + url + " did not answer: " + JsonHttpServer.message(failed)
                            + ". Repeat the request when it runs",
                    failed);
        }
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
