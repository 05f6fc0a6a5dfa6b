package dev.baton.console.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One who follows the stream of events. */
final class Listener implements AutoCloseable {
    private final HttpURLConnection connection;
    final List<Heard> heard = new CopyOnWriteArrayList<>();

    record Heard(String id, String kind, String data) {}

    Listener(String url, String lastEventId) throws IOException {
        connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
        if (!lastEventId.isEmpty()) {
            connection.setRequestProperty("Last-Event-ID", lastEventId);
        }
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
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
    public void close() {
        connection.disconnect();
    }
}
