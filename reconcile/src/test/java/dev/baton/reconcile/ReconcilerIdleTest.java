package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.EndReason;
import dev.baton.store.ObjectStore;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader that does nothing, and a watch that reports nothing, are noticed although nothing fails. */
class ReconcilerIdleTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final ReconcileSettings SETTINGS = ReconcileSettings.defaults()
            .withSweeps(Duration.ofMillis(100), Duration.ofMinutes(5))
            .withRetries(Duration.ofMillis(5), Duration.ofMillis(50))
            .withCallTimeouts(SHORT, SHORT);

    private final MemoryDriver driver = new MemoryDriver();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<EndReason> endings = new CopyOnWriteArrayList<>();
    private final String url = "memory:reconciler-idle-" + System.nanoTime();

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> resources;

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

    @Test // LEASE-4
    void leaderThatAnotherReconcilerOfItsProcessBlocksSaysSoAndStepsDown() {
        Reconciler<String, String> first = Reconciler.alone(resources, driver, SETTINGS);
        opened.add(first);
        first.start();
        await(first::isReconciling);
        Reconciler<String, String> second = replica(SETTINGS.withStepDownAfter(SHORT));
        await(() -> second.health().state() == ReconcilerHealth.State.FAILING
                && second.health().reason().contains("another reconciler of this process"));
        await(() -> endings.contains(EndReason.WORK_FAILED));
        first.close();
        await(second::isReconciling);
    }

    @Test // LEASE-4
    void leaderWhoseSessionCheckHangsStepsDown() {
        resources.create("x", "spec");
        driver.set("x", ResourceCondition.READY, "up");
        CountDownLatch never = new CountDownLatch(1);
        Reconciler<String, String> replica =
                replica(SETTINGS.withStepDownAfter(SHORT).withSessions(id -> {
                    try {
                        never.await();
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
                    }
                    return false;
                }));
        await(() -> replica.health().reason().contains("nothing succeeds"));
        assertThat(replica.isReconciling()).isFalse();
        await(() -> endings.contains(EndReason.WORK_FAILED));
        never.countDown();
    }

    @ParameterizedTest // LEASE-8
    @ValueSource(booleans = {false, true})
    void watchThatWasCutWithoutNoticeIsReopenedOnAStandby(boolean ignoresInterrupts) {
        await(otherLeader(Baton.connect(url))::isLeader);
        Reconciler<String, String> standby = replica(SETTINGS.withWatchTimeout(Duration.ofSeconds(1)));
        await(standby::isWarm);
        driver.freezeWatches(ignoresInterrupts);
        driver.set("x", ResourceCondition.READY, "up");
        await(() -> standby.index().containsKey("x"));
        await(standby::isWarm);
    }

    @Test // LEASE-8
    void heartbeatsKeepAQuietWatchOpen() {
        VirtualTime time = new VirtualTime();
        MemoryStore elections = new MemoryStore();
        Candidate leader = otherLeader(TestBaton.connect(elections, time));
        time.advance(Duration.ofMillis(1));
        assertThat(leader.isLeader()).isTrue();
        Baton baton = TestBaton.connect(elections, time);
        Reconciler<String, String> standby = Reconciler.gatedBy(
                        baton.candidate("sandboxes"), resources, driver, ReconcileSettings.defaults())
                .on(time);
        opened.add(0, baton);
        opened.add(0, standby);
        standby.start();
        await(standby::isWarm);
        for (int minute = 0; minute < 60; minute++) {
            time.advance(Duration.ofMinutes(1));
            driver.heartbeat();
        }
        assertThat(standby.statistics().watchSilentFor()).contains(Duration.ZERO);
        assertThat(driver.watches).hasValue(1);
        time.advance(Duration.ofMinutes(10));
        await(() -> driver.watches.get() == 2 && standby.isWarm());
    }

    private Candidate otherLeader(Baton baton) {
        Candidate leader = baton.election("sandboxes")
                .candidate(CandidateSettings.builder().instanceId("leader").build());
        opened.add(0, baton);
        leader.start();
        return leader;
    }

    private Reconciler<String, String> replica(ReconcileSettings settings) {
        Baton baton = Baton.connect(url);
        Candidate candidate = baton.election("sandboxes")
                .candidate(CandidateSettings.builder().instanceId("a").build());
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

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
