package dev.baton.quorum;

import dev.baton.quorum.wire.ClientChannel;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Questions to any member that answers, over one connection that is made when it is needed and made again, to
 * another member if need be, when it breaks.
 */
final class GroupClient implements AutoCloseable {
    private static final long AGAIN_NANOS = 200_000_000;

    private final Collection<String> members;
    private final ClientChannel.Caller caller;
    private final String self = "client-" + UUID.randomUUID();
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<@Nullable Object>> waiting = new ConcurrentHashMap<>();
    private final Map<Long, Watch> watches = new ConcurrentHashMap<>();
    private @Nullable ClientChannel connection;
    private volatile boolean closed;

    /** Something that is pushed until it is no longer wanted, over breaks of the connection. */
    interface Watch {
        void pushed(Map<String, @Nullable Object> news);

        void broken(Throwable cause);

        /** The question that starts it. */
        Map<String, @Nullable Object> question();
    }

    GroupClient(Collection<String> members, ClientChannel.Caller caller) {
        this.members = List.copyOf(members);
        this.caller = caller;
    }

    /** Asks; what is answered is the value, or an exception with the member's words. */
    CompletionStage<@Nullable Object> ask(String what, Map<String, ? extends Object> more) {
        Map<String, @Nullable Object> question = new LinkedHashMap<>();
        question.put("ask", what);
        question.putAll(more);
        return CompletableFuture.supplyAsync(() -> send(question, numbers.incrementAndGet()), GroupClient::onThread)
                .thenCompose(answer -> answer);
    }

    private CompletableFuture<@Nullable Object> send(Map<String, @Nullable Object> question, long number) {
        CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        question.put("id", number);
        try {
            connected().send(Json.write(question));
        } catch (IOException failed) {
            waiting.remove(number);
            answer.completeExceptionally(failed);
        }
        return answer;
    }

    /** Watches until the given thing is closed. */
    Runnable watch(Watch watch) {
        long number = numbers.incrementAndGet();
        watches.put(number, watch);
        onThread(() -> keepWatching(number, watch));
        return () -> watches.remove(number);
    }

    private void keepWatching(long number, Watch watch) {
        while (watches.containsKey(number) && !closed) {
            CompletableFuture<@Nullable Object> answer = send(new LinkedHashMap<>(watch.question()), number);
            try {
                answer.join();
                return;
            } catch (RuntimeException failed) {
                watch.broken(failed);
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }

    private synchronized ClientChannel connected() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        ClientChannel open = connection;
        if (open != null) {
            return open;
        }
        List<String> order = new ArrayList<>(members);
        Collections.shuffle(order);
        List<String> troubles = new ArrayList<>();
        for (String member : order) {
            try {
                ClientChannel made = caller.call(self, member);
                connection = made;
                onThread(() -> hear(made));
                return made;
            } catch (IOException failed) {
                troubles.add(member + ": " + failed.getMessage());
            }
        }
        throw new IOException("no member answers: " + String.join("; ", troubles));
    }

    private void hear(ClientChannel from) {
        try {
            from.hear(this::heard);
        } catch (IOException ended) {
            lost(from, ended);
        }
    }

    private void lost(ClientChannel from, IOException why) {
        synchronized (this) {
            if (connection == from) {
                connection = null;
            }
        }
        from.close();
        waiting.values().forEach(answer -> answer.completeExceptionally(why));
        waiting.clear();
        if (!closed) {
            watches.forEach((number, watch) -> {
                watch.broken(why);
                onThread(() -> keepWatching(number, watch));
            });
        }
    }

    private void heard(String line) {
        try {
            Map<String, @Nullable Object> object = Json.parseObject(line);
            JsonFields fields = new JsonFields("answer", object);
            if (object.containsKey("watch")) {
                Watch watch = watches.get(fields.number("watch"));
                if (watch != null) {
                    watch.pushed(object);
                }
                return;
            }
            CompletableFuture<@Nullable Object> answer = waiting.remove(fields.number("answer"));
            if (answer != null && object.containsKey("error")) {
                answer.completeExceptionally(new IllegalStateException(String.valueOf(object.get("error"))));
            } else if (answer != null) {
                answer.complete(object.get("value"));
            }
        } catch (JsonException wrong) {
            // A member that is newer than this client says more than it understands.
        }
    }

    private static void onThread(Runnable task) {
        Thread thread = new Thread(task, "baton-quorum-client");
        thread.setDaemon(true);
        thread.start();
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
