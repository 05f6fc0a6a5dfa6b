package dev.baton.kubernetes.api;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** One watch: a web socket with an event in each message. Bookmarks only keep the version recent. */
final class KubeWatch implements WebSocket.Listener, AutoCloseable {
    private final KubeWatchListener listener;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    KubeWatch(KubeWatchListener listener) {
        this.listener = listener;
    }

    void opening(CompletableFuture<WebSocket> open) {
        open.whenComplete((opened, failed) -> {
            if (failed != null) {
                end(String.valueOf(failed.getMessage()));
            } else {
                socket.complete(opened);
            }
        });
    }

    @Override
    public void onMessage(WebSocket from, String text) {
        try {
            JsonFields event = new JsonFields("event", Json.parseObject(text));
            KubeObject object = KubeObject.ofValue(event.object().get("object")).orElseThrow();
            switch (event.textOrEmpty("type")) {
                case "ADDED", "MODIFIED" -> listener.changed(object);
                case "DELETED" -> listener.deleted(object);
                // The version is too old: everything must be listed again.
                case "ERROR" -> end("the server ended the watch");
                default -> {}
            }
        } catch (JsonException | java.util.NoSuchElementException malformed) {
            end("malformed event");
        }
        from.request();
    }

    @Override
    public void onClose(WebSocket from, int code, String reason) {
        from.sendClose(code, "");
        end("closed with code " + code);
    }

    @Override
    public void onError(WebSocket from, Throwable failed) {
        end(String.valueOf(failed.getMessage()));
    }

    private void end(String reason) {
        if (ended.compareAndSet(false, true)) {
            listener.ended(reason);
        }
    }

    @Override
    public void close() {
        end("closed");
        socket.thenAccept(open -> open.sendClose(1000, ""));
    }
}
