package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.GatewaySettings;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.etcd.gateway.WatchStream;
import dev.baton.support.thread.StoreThreads;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The copy of the keys after a watch that ended. */
class EtcdMirrorTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final EtcdContractStore store = new EtcdContractStore(1);
    private final AtomicInteger readings = new AtomicInteger();
    /** What requests through a relay wait for. */
    private volatile CountDownLatch serving = new CountDownLatch(0);

    private final StoreThreads threads = new StoreThreads("test", () -> new IllegalStateException("closed"));

    @AfterEach
    void close() {
        threads.close();
        store.close();
    }

    private EtcdMirror startMirror() {
        return startMirror(store.proxies.get(0).port(), Duration.ofMillis(100));
    }

    /** @param reopenAfter how often the watch is opened again, which usually is every few seconds */
    private EtcdMirror startMirror(int port, Duration reopenAfter) {
        EtcdGateway gateway = new EtcdGateway(new GatewaySettings(
                List.of(URI.create("http://127.0.0.1:" + port)),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(30)));
        EtcdMirror mirror = new EtcdMirror(gateway, store.keys, reopenAfter, threads);
        mirror.start(new EtcdMirror.Listener() {
            @Override
            public void changed(Set<String> elections) {}

            @Override
            public void readAgain() {
                readings.incrementAndGet();
            }

            @Override
            public void transferRequested(String request) {}
        });
        return mirror;
    }

    private long write(Operation operation) {
        return store.direct
                .apply(new Transaction(List.of(), List.of(operation), List.of()))
                .revision();
    }

    private void writeEpoch(String election, String epoch) {
        write(Operation.put(store.keys.epoch(election), epoch, 0));
    }

    private static void awaitEpoch(EtcdMirror mirror, String election, long epoch) {
        await("epoch " + epoch + " of " + election + " in the copy")
                .atMost(LIMIT)
                .until(() -> mirror.snapshot(election)
                        .filter(snapshot -> snapshot.epoch() == epoch)
                        .isPresent());
    }

    /** Waits until the watch has been opened again, which needs no other reading. */
    private void awaitReopenedWatch() {
        int port = store.cluster.members().get(0).port();
        HttpRequest metrics = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        await("three watches")
                .atMost(LIMIT)
                .until(() -> client.send(metrics, HttpResponse.BodyHandlers.ofString())
                        .body()
                        .lines()
                        .anyMatch(line -> line.matches(
                                "grpc_server_started_total\\{grpc_method=\"Watch\".*} ([3-9]|[0-9]{2,})")));
        assertThat(readings).hasValue(1);
    }

    @Test // API-2
    void everythingIsReadAgainAfterARestoreWhoseRevisionOtherKeysHaveRaised() {
        try (EtcdMirror mirror = startMirror()) {
            Path backup = backUpAndChange(mirror);
            long copied = mirror.revision();
            store.breakDown();
            store.cluster.restore(backup);
            long revision = 0;
            while (revision <= copied + 1) {
                revision = write(Operation.put("unrelated", "x", 0));
            }
            store.repair();
            awaitEpoch(mirror, "kept", 7);
            awaitEpoch(mirror, "dead", 0);
            assertThat(readings).hasValueGreaterThan(1);
        }
    }

    private Path backUpAndChange(EtcdMirror mirror) {
        writeEpoch("kept", "7");
        Path backup = store.cluster.saveSnapshot();
        store.delete(store.keys.epoch("kept"));
        writeEpoch("dead", "9");
        awaitEpoch(mirror, "kept", 0);
        awaitEpoch(mirror, "dead", 9);
        awaitReopenedWatch();
        return backup;
    }

    /** The watch stays silent, and the next one begins at a revision that is still to come. */
    @Test // API-2
    void everythingIsReadAgainAfterARestoreThatNoConnectionShows() throws Exception {
        int port = store.cluster.members().get(0).port();
        try (EtcdRelay relay = new EtcdRelay(port, request -> serving.await(1, TimeUnit.MINUTES));
                EtcdMirror mirror = startMirror(relay.port(), Duration.ofSeconds(1))) {
            Path backup = backUpAndChange(mirror);
            serving = new CountDownLatch(1);
            store.cluster.restore(backup);
            serving.countDown();
            awaitEpoch(mirror, "kept", 7);
            awaitEpoch(mirror, "dead", 0);
        }
    }

    @Test // API-1
    void everythingIsReadAgainAfterACompaction() {
        try (EtcdMirror mirror = startMirror()) {
            writeEpoch("nightly", "7");
            awaitEpoch(mirror, "nightly", 7);
            awaitReopenedWatch();
            store.breakDown();
            writeEpoch("nightly", "8");
            compact(write(Operation.put("unrelated", "x", 0)));
            store.repair();
            awaitEpoch(mirror, "nightly", 8);
            // The changes after it are seen as before.
            writeEpoch("nightly", "9");
            awaitEpoch(mirror, "nightly", 9);
        }
    }

    @Test // API-1
    void watchFromACompactedRevisionEndsWithoutAnError() {
        writeEpoch("nightly", "7");
        writeEpoch("nightly", "8");
        compact(write(Operation.put("unrelated", "x", 0)));
        try (WatchStream stream = WatchStream.open(store.direct, store.keys.all(), 1)) {
            Optional<WatchStream.Events> events = stream.next();
            while (events.isPresent()) {
                assertThat(events.get().changes()).isEmpty();
                events = stream.next();
            }
        }
    }

    private void compact(long revision) {
        store.cluster.etcdctl("compaction", Long.toString(revision));
    }
}
