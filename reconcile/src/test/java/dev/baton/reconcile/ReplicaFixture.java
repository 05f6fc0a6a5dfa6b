package dev.baton.reconcile;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.EndReason;
import dev.baton.store.ObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Replicas with their threads, over one store and one driver; each test has new ones. */
abstract class ReplicaFixture {
    final MemoryDriver driver = new MemoryDriver();
    final String url = "memory:replicas-" + System.nanoTime();

    /** What is closed after the test, the last one first. */
    final List<AutoCloseable> opened = new ArrayList<>();

    /** Why leaderships were released. */
    final List<EndReason> endings = new CopyOnWriteArrayList<>();

    @TempDir
    Path directory;

    ObjectStore store;
    Resources<String, String> resources;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"));
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
    }

    @AfterEach
    void close() throws Exception {
        driver.release();
        for (AutoCloseable one : opened) {
            one.close();
        }
        store.close();
    }

    /** Returns a started replica. */
    final Reconciler<String, String> replica(String id, ReconcileSettings settings) {
        Baton baton = Baton.connect(url);
        Candidate candidate = baton.election("sandboxes")
                .candidate(CandidateSettings.builder().instanceId(id).build());
        candidate.listen(event -> {
            if (event instanceof CandidateEvent.Released released) {
                endings.add(released.reason());
            }
            return CompletableFuture.completedFuture(true);
        });
        Reconciler<String, String> reconciler = Reconciler.gatedBy(candidate, resources, driver, settings);
        opened.add(0, baton);
        opened.add(0, reconciler);
        reconciler.start();
        return reconciler;
    }

    final ResourcePhase phase(String id) {
        return resources.get(id).orElseThrow().value().phase();
    }

    static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
