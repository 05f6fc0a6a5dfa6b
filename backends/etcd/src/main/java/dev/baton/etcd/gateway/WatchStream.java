package dev.baton.etcd.gateway;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The changes of a range of keys from a revision on, in order. One thread reads; any thread may close it. */
public final class WatchStream implements AutoCloseable {
    private final InputStream body;
    private final BufferedReader lines;

    private WatchStream(InputStream body) {
        this.body = body;
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** Opens a watch. */
    public static WatchStream open(EtcdGateway gateway, KeyRange keys, long fromRevision) {
        return new WatchStream(gateway.watch(keys, fromRevision));
    }

    /**
     * One change.
     *
     * @param deleted whether the key was deleted; then it has no value and no create revision
     */
    public record Event(KeyValue entry, boolean deleted) {}

    /** The changes that etcd sent together, up to a revision. */
    public record Events(long revision, List<Event> changes) {}

    /**
     * Waits for the next changes; empty if etcd has compacted the revision, so that everything must be read again.
     *
     * @throws EtcdException if the stream has ended
     */
    public Optional<Events> next() {
        try {
            String line = lines.readLine();
            while (line != null && line.isBlank()) {
                line = lines.readLine();
            }
            if (line == null) {
                throw new EtcdException("the watch ended", 0);
            }
            return events(new Answer(Json.parseObject(line)));
        } catch (IOException | JsonException failed) {
            throw new EtcdException("the watch failed: " + failed.getMessage(), failed);
        }
    }

    private static Optional<Events> events(Answer answer) {
        Answer result = answer.child("result");
        if (result.number("compact_revision") > 0) {
            return Optional.empty();
        }
        // A cancelled watch stays open without an end.
        if (result.flag("canceled") || answer.fields().containsKey("error")) {
            throw new EtcdException("etcd ended the watch: " + result.text("cancel_reason"), 0);
        }
        List<Event> changes = Answer.list(result.fields().get("events")).stream()
                .map(event -> new Answer(Answer.object(event)))
                .map(event -> new Event(
                        KeyValue.of(event.child("kv").fields()),
                        event.text("type").equals("DELETE")))
                .toList();
        return Optional.of(new Events(result.revision(), changes));
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException ended) {
            // It has ended, which is what was wanted.
        }
    }
}
