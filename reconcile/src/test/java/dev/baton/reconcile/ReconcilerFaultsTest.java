package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.store.ObjectKey;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a replica with its threads does, and reports, when the fence, the driver or the watch fails. */
class ReconcilerFaultsTest extends ReplicaFixture {
    private static final ReconcileSettings SETTINGS = ReconcileSettings.defaults()
            .withSweeps(Duration.ofMillis(100), Duration.ofMinutes(5))
            .withRetries(Duration.ofMillis(5), Duration.ofMillis(50))
            .withCallTimeouts(Duration.ofMillis(200), Duration.ofSeconds(30));
    private static final Duration SOON = Duration.ofMillis(300);

    @Test // LEASE-4
    void leaderBelowTheFenceReportsTheCureAndContinuesWhenItIsApplied() {
        ObjectKey fence = new ObjectKey(FencedWrites.TYPE, "sandbox");
        store.putIf(fence, "7000", WriteCondition.mustCreate());
        resources.create("x", "spec");
        driver.set("x", ResourceCondition.READY, "up");
        Reconciler<String, String> replica = replica("a", SETTINGS);
        await(() -> replica.health().state() == ReconcilerHealth.State.FENCED_OUT);
        assertThat(replica.health().isGood()).isFalse();
        assertThat(replica.health().reason())
                .contains("leads, but", "fenced out by epoch 7000", store.describe())
                .contains("DELETE FROM objects WHERE object_type = 'reconcile_fence' AND id = 'sandbox'");
        assertThat(replica.isReconciling()).isFalse();
        assertThat(phase("x")).isEqualTo(ResourcePhase.PROVISIONING);
        StoredObject stored = store.get(fence).orElseThrow();
        store.deleteIf(fence, stored.resourceVersion());
        await(() -> phase("x") == ResourcePhase.READY);
        await(() -> replica.isReconciling() && replica.health().state() == ReconcilerHealth.State.RECONCILING);
        assertThat(endings).isEmpty();
    }

    @Test // LEASE-4
    void leaderBelowTheFenceStepsDownWithWorkFailed() {
        store.putIf(new ObjectKey(FencedWrites.TYPE, "sandbox"), "7000", WriteCondition.mustCreate());
        replica("a", SETTINGS.withStepDownAfter(SOON));
        await(() -> endings.contains(EndReason.WORK_FAILED));
    }

    @Test // LEASE-4
    void leaderWhoseSweepsFailStepsDownAndOneBadResourceDoesNotCount() {
        resources.create("x", "spec");
        resources.create("bad", "spec");
        driver.hang("bad");
        driver.set("x", ResourceCondition.READY, "up");
        driver.set("bad", ResourceCondition.DELETING, "up");
        Reconciler<String, String> replica = replica("a", SETTINGS.withStepDownAfter(SOON));
        await(() -> phase("x") == ResourcePhase.READY);
        long sweeps = replica.statistics().sweeps();
        await(() -> replica.statistics().sweeps() > sweeps + 8);
        assertThat(endings).isEmpty();
        driver.breakDown(true);
        await(() -> replica.health().state() == ReconcilerHealth.State.FAILING);
        assertThat(replica.health().reason()).contains("its sweeps fail", "out of order");
        assertThat(replica.isReconciling()).isFalse();
        await(() -> endings.contains(EndReason.WORK_FAILED));
    }

    @Test // LEASE-7
    void hangingCallForOneResourceDelaysNoOther() {
        for (String id : List.of("a", "hangs", "z")) {
            resources.create(id, "spec");
            // An end needs the driver's own answer.
            driver.setSilently(id, id.equals("hangs") ? ResourceCondition.DELETING : ResourceCondition.READY, "up");
        }
        driver.hang("hangs");
        Reconciler<String, String> replica = replica("a", SETTINGS.withWorkers(1));
        await(() -> phase("a") == ResourcePhase.READY && phase("z") == ResourcePhase.READY);
        await(() -> replica.statistics().failing().containsKey("hangs"));
        assertThat(replica.statistics().failing().get("hangs")).contains("get(hangs)");
        assertThat(replica.statistics().hangingCalls()).containsExactly("get(hangs)");
        int calls = driver.gets.get();
        long sweeps = replica.statistics().sweeps();
        await(() -> replica.statistics().sweeps() > sweeps + 3);
        assertThat(driver.gets).as("no second call while the first one hangs").hasValue(calls);
        driver.release();
        await(() -> phase("hangs") == ResourcePhase.DELETING);
        await(() -> replica.statistics().failing().isEmpty()
                && replica.statistics().hangingCalls().isEmpty());
    }

    @Test // LEASE-7
    void hangingCallsForSomeResourcesDelayNoneOfALargeSweep() {
        Reconciler<String, String> replica = replica(
                "a",
                SETTINGS.withSweeps(Duration.ofMinutes(10), Duration.ofMinutes(10))
                        .withCallTimeouts(Duration.ofMinutes(10), Duration.ofMinutes(10)));
        await(() -> replica.isWarm() && replica.health().state() == ReconcilerHealth.State.RECONCILING);
        for (int i = 0; i < 400; i++) {
            String id = "r" + (1000 + i);
            resources.create(id, "spec");
            driver.setSilently(id, ResourceCondition.READY, "up");
            if (i % 100 == 0) {
                driver.hang(id);
            }
        }
        driver.platform("all may have changed");
        await(() -> resources.list().stream()
                        .filter(record -> record.value().phase() == ResourcePhase.READY)
                        .count()
                == 396);
        await(() -> replica.statistics().sweeps() == 2);
        assertThat(replica.statistics().failing()).as("no limit has expired").isEmpty();
        assertThat(replica.isReconciling()).isTrue();
        driver.release();
        await(() -> phase("r1000") == ResourcePhase.READY && phase("r1300") == ResourcePhase.READY);
    }

    @Test // LEASE-7
    void closeDoesNotWaitForAHangingCall() {
        resources.create("hangs", "spec");
        driver.setSilently("hangs", ResourceCondition.READY, "up");
        driver.hang("hangs");
        Reconciler<String, String> replica =
                replica("a", SETTINGS.withCallTimeouts(Duration.ofMinutes(10), Duration.ofMinutes(10)));
        await(() -> driver.gets.get() > 0);
        replica.close();
        assertThat(replica.health().state()).isEqualTo(ReconcilerHealth.State.STOPPED);
    }

    @Test // LEASE-8
    void watchIsReopenedAfterAnErrorAndIsNotWarmMeanwhile() {
        Reconciler<String, String> replica = replica("a", SETTINGS);
        await(replica::isWarm);
        driver.breakWatch(new StackOverflowError("in the driver"));
        await(() -> !replica.isWarm());
        await(() -> replica.health().state() == ReconcilerHealth.State.WATCH_CUT);
        await(() -> replica.health().reason().contains("next try in"));
        assertThat(replica.health().reason()).contains("leads and sweeps", "watch cut for", "in the driver");
        int watches = driver.watches.get();
        await(() -> driver.watches.get() > watches);
        driver.repairWatch();
        await(replica::isWarm);
        await(() -> replica.health().isGood());
    }

    @Test // LEASE-7
    void errorOfTheUsersCodeStopsNoOtherResource() {
        ResourceCodec<String> failing = new ResourceCodec<>(
                status -> {
                    if (status.equals("poison")) {
                        throw new NoClassDefFoundError("in the codec");
                    }
                    return status;
                },
                text -> text);
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), failing);
        for (String id : List.of("a", "b", "c")) {
            resources.create(id, "spec");
            driver.setSilently(id, ResourceCondition.READY, id.equals("b") ? "poison" : "up");
        }
        Reconciler<String, String> replica =
                replica("a", SETTINGS.withWorkers(1).withStepDownAfter(SOON));
        await(() -> phase("a") == ResourcePhase.READY && phase("c") == ResourcePhase.READY);
        await(() -> replica.statistics().failing().containsKey("b"));
        long sweeps = replica.statistics().sweeps();
        await(() -> replica.statistics().sweeps() > sweeps + 8);
        assertThat(endings).isEmpty();
        assertThat(replica.isReconciling()).isTrue();
    }
}
