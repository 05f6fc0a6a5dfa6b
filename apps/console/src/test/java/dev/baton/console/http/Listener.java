package dev.baton.console.http;

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

/** One who follows the stream of events. */
final class Listener implements AutoCloseable {
    private final InputStream stream;
    final List<Heard> heard = new CopyOnWriteArrayList<>();

    record Heard(String id, String kind, String data) {}

    Listener(String url, String lastEventId) throws IOException {
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
        Thread reader = new Thread(() -> read(lines), "listener");
        reader.setDaemon(true);
        reader.start();
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
                    heard.add(new Heard(id, kind, data));
                    id = "";
                    kind = "";
                }
            }
        } catch (IOException gone) {
            heard.add(new Heard("", "closed", ""));
        }
    }

    boolean hasHeard(String kind, String part) {
        return heard.stream()
                .anyMatch(each -> each.kind().equals(kind) && each.data().contains(part));
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
