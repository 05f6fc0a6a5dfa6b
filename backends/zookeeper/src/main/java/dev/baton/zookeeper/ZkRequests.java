package dev.baton.zookeeper;

import dev.baton.ConnectionException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;

/** Requests of one session. Sent in the order of the calls, and answered in that order. Thread-safe. */
record ZkRequests(ZooKeeper client, List<ACL> acl, Duration timeout) {
    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    CompletableFuture<Optional<ZkNode>> read(String path) {
        CompletableFuture<Optional<ZkNode>> answer = new CompletableFuture<>();
        client.getData(
                path,
                false,
                (code, ignored, context, data, stat) ->
                        complete(answer, code, path, () -> Optional.of(ZkNode.of(path, data, stat)), Optional.empty()),
                null);
        return answer;
    }

    /** Reads the names of the children; of a node that does not exist, none. */
    CompletableFuture<List<String>> children(String path) {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        client.getChildren(
                path,
                false,
                (code, ignored, context, names) -> complete(answer, code, path, () -> List.copyOf(names), List.of()),
                null);
        return answer;
    }

    /** Makes the reads after it see all that was confirmed before. */
    void sync(String path) {
        client.sync(path, (code, ignored, context) -> {}, null);
    }

    CompletableFuture<Boolean> watch(String path) {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        client.addWatch(
                path,
                AddWatchMode.PERSISTENT_RECURSIVE,
                (code, ignored, context) -> complete(answer, code, path, () -> true, true),
                null);
        return answer;
    }

    /** Applies all operations or none. */
    List<OpResult> apply(List<Op> operations) {
        CompletableFuture<List<OpResult>> answer = new CompletableFuture<>();
        String path = operations.get(operations.size() - 1).getPath();
        client.multi(
                operations,
                (code, ignored, context, results) -> {
                    if (code == Code.OK.intValue()) {
                        answer.complete(results);
                    } else {
                        answer.completeExceptionally(failure(code, path));
                    }
                },
                null);
        return get(answer);
    }

    Op create(String path, String text, CreateMode mode) {
        return Op.create(path, bytes(text), acl, mode);
    }

    /** Creates a node and its parents, unless they exist. */
    void ensure(String path, CreateMode mode) {
        for (int round = 0; round < 3; round++) {
            try {
                apply(List.of(create(path, "", mode)));
                return;
            } catch (ZkException failed) {
                if (failed.code() == Code.NODEEXISTS) {
                    return;
                }
                int slash = path.lastIndexOf('/');
                if (failed.code() != Code.NONODE || slash <= 0) {
                    throw failed;
                }
                ensure(path.substring(0, slash), CreateMode.PERSISTENT);
            }
        }
    }

    <T> T get(CompletableFuture<T> answer) {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new ZkException(
                    "ZooKeeper did not answer within " + timeout.toMillis() + " ms", Code.OPERATIONTIMEOUT);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ZkException refused) {
                throw refused;
            }
            throw new ConnectionException("ZooKeeper failed: " + failed.getCause(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ConnectionException("interrupted while waiting for ZooKeeper", interrupted);
        }
    }

    private static <T> void complete(
            CompletableFuture<T> answer, int code, String path, java.util.function.Supplier<T> found, T absent) {
        if (code == Code.OK.intValue()) {
            answer.complete(found.get());
        } else if (code == Code.NONODE.intValue()) {
            answer.complete(absent);
        } else {
            answer.completeExceptionally(failure(code, path));
        }
    }

    private static ZkException failure(int code, String path) {
        Code known = Code.get(code);
        return new ZkException("ZooKeeper answered " + known + " for " + path + cure(known), known);
    }

    private static String cure(Code code) {
        if (code == Code.INVALIDACL) {
            return ": the server has verified no credentials of this connection, so no node can belong to it. For"
                    + " tls-identity, set ssl.clientAuth=need on every server, or give user and password-file as well";
        }
        return code == Code.NOAUTH ? ": the node belongs to another user or to another certificate" : "";
    }
}
