package dev.baton.console.http;

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
import java.util.concurrent.CopyOnWriteArrayList;

/** A client of the event stream. */
final class StreamClient implements AutoCloseable {
    private final InputStream stream;
    final List<StreamEvent> events = new CopyOnWriteArrayList<>();

    record StreamEvent(String id, String kind, String data) {}

    StreamClient(String url, String lastEventId) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (!lastEventId.isEmpty()) {
            request.header("Last-Event-ID", lastEventId);
        }
        try {
            stream = HttpClient.newHttpClient()
                    .send(request.build(), HttpResponse.BodyHandlers.ofInputStream())
                    .body();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        NamedThreads.start("stream-client", () -> read(lines));
    }

    private void read(BufferedReader lines) {
        String id = "";
        String kind = "";
        String data = "";
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    kind = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && !kind.isEmpty()) {
                    events.add(new StreamEvent(id, kind, data));
                    id = "";
                    kind = "";
                }
            }
        } catch (IOException closed) {
            events.add(new StreamEvent("", "closed", ""));
        }
    }

    boolean hasReceived(String kind, String part) {
        return events.stream()
                .anyMatch(event -> event.kind().equals(kind) && event.data().contains(part));
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
