package dev.baton.quorum;

import dev.baton.Registration;
import dev.baton.quorum.wire.ClientChannel;
import dev.baton.spi.LeaderWatcher;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to any member of a group. It connects on demand, and reconnects to any member after a failure.
 * Thread-safe.
 */
final class GroupClient implements AutoCloseable {
    private static final long RETRY_NANOS = 200_000_000;

    private final Supplier<List<String>> members;
    private final ClientChannel.Connector connector;
    private final String self = "client-" + UUID.randomUUID();
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, Request> pending = new ConcurrentHashMap<>();
    private final Map<Long, Watch> watches = new ConcurrentHashMap<>();
    private @Nullable ClientChannel connection;
    private volatile boolean closed;

    /** A watcher that receives updates until it is removed, also after reconnections. */
    private record Watch(String election, LeaderWatcher watcher) {
        void updated(Map<String, @Nullable Object> update) {
            if (update.containsKey("leader")) {
                watcher.leaderChanged(GroupTenure.leaderFromJson(update.get("leader")));
            } else if (update.containsKey("confirmed")) {
                watcher.confirmed();
            } else {
                watcher.failed(new IllegalStateException(String.valueOf(update.get("failed"))));
            }
        }
    }

    /** A request without a response yet. It belongs to one connection, whose end is the end of no other's requests. */
    private record Request(ClientChannel channel, CompletableFuture<@Nullable Object> response) {}

    GroupClient(Supplier<List<String>> members, ClientChannel.Connector connector) {
        this.members = members;
        this.connector = connector;
    }

    /** Sends a request and returns the value of its response, or fails with the error text of the member. */
    CompletionStage<@Nullable Object> request(String operation, Map<String, ? extends Object> arguments) {
        Map<String, @Nullable Object> request = new JsonObject().with("ask", operation);
        request.putAll(arguments);
        return CompletableFuture.supplyAsync(() -> send(request, lastId.incrementAndGet()), GroupClient::start)
                .thenCompose(response -> response);
    }

    private CompletableFuture<@Nullable Object> send(Map<String, @Nullable Object> request, long id) {
        CompletableFuture<@Nullable Object> response = new CompletableFuture<>();
        request.put("id", id);
        try {
            ClientChannel channel = connected();
            pending.put(id, new Request(channel, response));
            if (!isConnected(channel)) {
                throw new IOException("the connection to the member was closed");
            }
            channel.send(Json.write(request));
        } catch (IOException | RuntimeException | Error failed) {
            pending.remove(id);
            response.completeExceptionally(failed);
        }
        return response;
    }

    Registration watch(String election, LeaderWatcher watcher) {
        Watch watch = new Watch(election, watcher);
        long id = lastId.incrementAndGet();
        watches.put(id, watch);
        restartWatch(id, watch);
        return () -> watches.remove(id);
    }

    private void startWatch(long id, Watch watch) {
        while (watches.containsKey(id) && !closed) {
            try {
                send(new JsonObject().with("ask", "watch").with("election", watch.election()), id)
                        .join();
                return;
            } catch (RuntimeException failed) {
                watch.watcher().failed(failed);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    /** Starts the watch on a thread of its own, as soon as there can be one. */
    private void restartWatch(long id, Watch watch) {
        LastingLoop.run("the start of a watch", () -> {
            start(() -> LastingLoop.run("a watch", () -> {
                startWatch(id, watch);
                return false;
            }));
            return false;
        });
    }

    private synchronized ClientChannel connected() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        ClientChannel open = connection;
        if (open != null) {
            return open;
        }
        List<String> order = members.get();
        List<String> failures = new ArrayList<>();
        for (String member : order) {
            try {
                ClientChannel channel = connector.connect(self, member);
                connection = channel;
                receiveLater(channel);
                return channel;
            } catch (IOException failed) {
                failures.add(member + ": " + failed.getMessage());
            }
        }
        throw new IOException("cannot connect to any member: " + String.join("; ", failures));
    }

    private synchronized boolean isConnected(ClientChannel channel) {
        return connection == channel;
    }

    private void receiveLater(ClientChannel channel) {
        try {
            start(() -> receive(channel));
        } catch (RuntimeException | Error noThread) {
            connection = null;
            channel.close();
            throw noThread;
        }
    }

    private void receive(ClientChannel channel) {
        try {
            channel.receive(this::received);
        } catch (IOException ended) {
            disconnected(channel, ended);
        } catch (RuntimeException | Error failed) {
            // Nothing would read the responses any more.
            disconnected(channel, new IOException("the connection to the member failed: " + failed, failed));
        }
    }

    private void disconnected(ClientChannel channel, IOException cause) {
        synchronized (this) {
            if (connection == channel) {
                connection = null;
            }
        }
        channel.close();
        pending.values().removeIf(request -> {
            boolean ended = request.channel() == channel;
            if (ended) {
                request.response().completeExceptionally(cause);
            }
            return ended;
        });
        if (!closed) {
            watches.forEach((id, watch) -> {
                LastingLoop.periodic("a watcher", () -> watch.watcher().failed(cause))
                        .run();
                restartWatch(id, watch);
            });
        }
    }

    private void received(String line) {
        try {
            Map<String, @Nullable Object> object = Json.parseObject(line);
            JsonFields fields = new JsonFields("response", object);
            if (object.containsKey("watch")) {
                Watch watch = watches.get(fields.number("watch"));
                if (watch != null) {
                    watch.updated(object);
                }
                return;
            }
            Request request = pending.remove(fields.number("answer"));
            if (request != null && object.containsKey("error")) {
                request.response()
                        .completeExceptionally(new IllegalStateException(String.valueOf(object.get("error"))));
            } else if (request != null) {
                request.response().complete(object.get("value"));
            }
        } catch (JsonException unknown) {
            // A member with a newer version may send notes that this client does not know.
        }
    }

    private static void start(Runnable task) {
        NamedThreads.start("baton-quorum-client", task);
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            if (connection != null) {
                connection.close();
            }
        }
    }
}
