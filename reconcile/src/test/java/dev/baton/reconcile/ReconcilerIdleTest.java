package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.EndReason;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader that does nothing, and a watch that reports nothing, are noticed although nothing fails. */
class ReconcilerIdleTest extends ReplicaFixture {
    private static final Duration SHORT = Duration.ofMillis(200);
    private final AtomicInteger changes = new AtomicInteger();
    private static final ReconcileSettings SETTINGS = ReconcileSettings.defaults()
            .withSweeps(Duration.ofMillis(100), Duration.ofMinutes(5))
            .withRetries(Duration.ofMillis(5), Duration.ofMillis(50))
            .withCallTimeouts(SHORT, SHORT);

    @Test // LEASE-4
    void leaderThatAnotherReconcilerOfItsProcessBlocksSaysSoAndStepsDown() {
        Reconciler<String, String> first = Reconciler.alone(resources, driver, SETTINGS);
        opened.add(first);
        first.start();
        await(first::isReconciling);
        Reconciler<String, String> second = replica("a", SETTINGS.withStepDownAfter(SHORT));
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
                replica("a", SETTINGS.withStepDownAfter(SHORT).withSessions(id -> {
                    try {
                        never.await();
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
                    }
                    return false;
                }));
        await(() -> replica.health().reason().contains("every resource fails: ")
                && replica.health().reason().contains("session(x)"));
        assertThat(replica.isReconciling()).isFalse();
        await(() -> endings.contains(EndReason.WORK_FAILED));
        never.countDown();
    }

    @Test // LEASE-4, LEASE-7
    void sessionCheckThatHangsForOneResourceEndsNoSweeps() {
        create("x", "h");
        CountDownLatch never = new CountDownLatch(1);
        opened.add(0, never::countDown);
        Reconciler<String, String> replica = replica("a", SETTINGS.withSessions(id -> id.equals("x") || !hangs(never)));
        await(() -> phase("x") == ResourcePhase.READY);
        long sweeps = replica.statistics().sweeps();
        await(() -> changeOften("x") && replica.statistics().sweeps() > sweeps + 8);
        assertThat(replica.statistics().failing()).containsOnlyKeys("h");
        assertThat(replica.statistics().hangingCalls()).containsExactly("session(h)");
        await(replica::isReconciling);
        assertThat(endings).isEmpty();
        never.countDown();
        await(() -> phase("h") == ResourcePhase.READY);
    }

    @Test // LEASE-4
    void leaderWhoseSweepHangsStepsDownAlthoughAnotherResourceIsReconciled() {
        AtomicBoolean hangs = new AtomicBoolean();
        resources = new Resources<>(store, "sandbox", hangingCodec(hangs), ResourceCodec.plain());
        create("x", "h");
        Reconciler<String, String> replica = replica("a", SETTINGS.withStepDownAfter(SHORT));
        await(() -> phase("h") == ResourcePhase.READY);
        hangs.set(true);
        resources.update("h", 0, "poison");
        await(() -> changeOften("x") && replica.health().reason().contains("a sweep does not go on"));
        await(() -> changeOften("x") && endings.contains(EndReason.WORK_FAILED));
        hangs.set(false);
        await(replica::isReconciling);
    }

    @Test // LEASE-4
    void leaderWhoseOnlyThreadHangsBetweenSweepsStepsDown() {
        AtomicBoolean hangs = new AtomicBoolean();
        resources = new Resources<>(store, "sandbox", hangingCodec(hangs), ResourceCodec.plain());
        resources.create("x", "poison");
        driver.setSilently("x", ResourceCondition.READY, "up");
        Reconciler<String, String> replica = replica(
                "a",
                SETTINGS.withSweeps(Duration.ofSeconds(2), Duration.ofMinutes(5))
                        .withWorkers(1)
                        .withStepDownAfter(SHORT));
        await(() -> phase("x") == ResourcePhase.READY && replica.isWarm());
        long sweeps = replica.statistics().sweeps();
        await(() -> replica.statistics().sweeps() > sweeps);
        hangs.set(true);
        driver.set("x", ResourceCondition.READY, "another status");
        await(() -> replica.health().reason().contains("nothing succeeds"));
        await(() -> endings.contains(EndReason.WORK_FAILED));
        hangs.set(false);
    }

    @Test // LEASE-8
    void leaderWhoseWatchNeverReportsThatItHasReportedEverythingSaysSo() {
        driver.leaveWatchesIncomplete();
        Reconciler<String, String> replica = replica("a", SETTINGS);
        await(() -> replica.health().state() == ReconcilerHealth.State.RECONCILING);
        assertThat(replica.isWarm()).isFalse();
        assertThat(replica.health().reason())
                .isEqualTo("leads and reconciles; the watch has not reported everything yet");
    }

    private void create(String... ids) {
        for (String id : ids) {
            resources.create(id, "spec");
            driver.setSilently(id, ResourceCondition.READY, "up");
        }
    }

    /** Returns true after a change of a resource that the watch reports. */
    private boolean changeOften(String id) {
        driver.set(id, ResourceCondition.READY, "change " + changes.incrementAndGet());
        return true;
    }

    /** A session check or a codec that does not react to interrupts. */
    private static boolean hangs(CountDownLatch until) {
        while (until.getCount() > 0) {
            try {
                until.await();
            } catch (InterruptedException ignored) {
                // It hangs on.
            }
        }
        return false;
    }

    /** A codec that cannot decode "poison" on the threads that reconcile: it waits for an interrupt. */
    private static ResourceCodec<String> hangingCodec(AtomicBoolean hangs) {
        return new ResourceCodec<>(text -> text, text -> {
            String thread = Thread.currentThread().getName();
            if (hangs.get() && text.equals("poison") && thread.startsWith("baton-reconcile-")) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }
            return text;
        });
    }

    @ParameterizedTest // LEASE-8
    @ValueSource(booleans = {false, true})
    void watchThatWasCutWithoutNoticeIsReopenedOnAStandby(boolean ignoresInterrupts) {
        await(otherLeader(Baton.connect(url))::isLeader);
        Reconciler<String, String> standby = replica("a", SETTINGS.withWatchTimeout(Duration.ofSeconds(1)));
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
}
