package dev.baton.sidecar;

import dev.baton.support.json.Json;
import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A client of the event stream. */
final class EventReader implements AutoCloseable {
    private final InputStream stream;
    volatile boolean ended;
    final int status;
    final List<Map<String, @Nullable Object>> events = new CopyOnWriteArrayList<>();

    EventReader(String url, String... headers) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<InputStream> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            status = response.statusCode();
            stream = response.body();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        NamedThreads.start("event-reader", () -> read(lines));
    }

    private void read(BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    events.add(Json.parseObject(line.substring("data: ".length())));
                }
            }
        } catch (IOException closed) {
            ended = true;
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
