package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeadershipLostException;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoredObject;
import dev.baton.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps that compare only what has changed, in a tenure without threads and without a watch. */
class ChangeSweepTest {
    private final VirtualTime time = new VirtualTime();
    private final CheckpointedDriver driver = new CheckpointedDriver();
    private final Set<String> sessions = new HashSet<>();
    private final ReconcileProgress progress = new ReconcileProgress();
    private final ReconcileSettings settings = ReconcileSettings.defaults().withSessions(sessions::contains);

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> resources;
    private Reconciliation<String, String> round;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"));
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
        for (String id : Set.of("a", "b", "c")) {
            sessions.add(id);
            resources.create(id, "spec");
            driver.set(id, ResourceCondition.READY, "up");
        }
        round = tenure(1);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Reconciliation<String, String> tenure(long epoch) {
        return new Reconciliation<>(
                new ReconcileContext<>(
                        resources,
                        new DriverCalls<>(driver, settings),
                        new ResourceIndex<>(),
                        settings,
                        time,
                        progress,
                        () -> 1.0),
                new WritePermission(() -> true, epoch));
    }

    @Test // LEASE-7
    void sweepAsksTheDriverOnlyForWhatHasChanged() throws Exception {
        sweep();
        assertThat(driver.listed).isEqualTo(3);
        driver.set("b", ResourceCondition.READY, "busy");
        sweep();
        assertThat(driver.listed).as("one more").isEqualTo(4);
        assertThat(record("b").status()).contains("busy");
        sweep();
        assertThat(driver.listed).isEqualTo(4);
        assertThat(driver.complete).isEqualTo(1);
    }

    @Test // LEASE-7
    void writesOfOtherReplicasAreComparedWithWhatTheDriverListedBefore() throws Exception {
        driver.set("d", ResourceCondition.READY, "early");
        sweep();
        assertThat(round.strangers()).containsExactly("d");
        sessions.add("d");
        resources.create("d", "spec");
        resources.delete("a");
        sweep();
        assertThat(record("d").phase()).isEqualTo(ResourcePhase.READY);
        assertThat(round.strangers()).isEmpty();
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.DELETING);
        driver.remove("a");
        sweep();
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.DELETED);
        assertThat(driver.complete).isEqualTo(1);
    }

    @Test // LEASE-7
    void resourceReportedAsGoneIsMarkedDeletedAfterTheGraceAndPrunedLater() throws Exception {
        sweep();
        driver.remove("a");
        for (int minute = 0; minute < 5; minute++) {
            sweep();
            assertThat(record("a").phase()).as("minute %s", minute).isEqualTo(ResourcePhase.READY);
        }
        sweep();
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.DELETED);
        assertThat(driver.complete).isEqualTo(1);
        for (int minute = 0; minute < 7; minute++) {
            sweep();
        }
        assertThat(resources.get("a")).isEmpty();
        assertThat(round.failing()).isEmpty();
    }

    @Test // LEASE-7
    void resourceThatComesBackWithinTheGraceIsKept() throws Exception {
        sweep();
        driver.remove("a");
        sweep();
        driver.set("a", ResourceCondition.READY, "again");
        for (int minute = 0; minute < 8; minute++) {
            sweep();
        }
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.READY);
        assertThat(record("a").status()).contains("again");
    }

    @Test // LEASE-7
    void sessionThatArrivesWithoutAnyOtherChangeIsNoticed() throws Exception {
        sessions.remove("a");
        sweep();
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.PROVISIONING);
        sweep();
        sessions.add("a");
        sweep();
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.READY);
        assertThat(driver.complete).isEqualTo(1);
    }

    @Test // LEASE-7
    void changeThatNoListReportedIsFoundByTheSweepOfEverything() throws Exception {
        sweep();
        driver.setUnlisted("a", ResourceCondition.READY, "unlisted");
        sweep();
        assertThat(record("a").status()).contains("up");
        time.advance(settings.fullSweepInterval());
        settle();
        assertThat(record("a").status()).contains("unlisted");
        assertThat(driver.complete).isEqualTo(2);
    }

    @Test // LEASE-7
    void failedSweepIsFollowedByOneOfEverything() throws Exception {
        sweep();
        driver.broken = true;
        resources.delete("a");
        sweep();
        driver.broken = false;
        time.advance(settings.retryBase());
        settle();
        assertThat(driver.complete).isEqualTo(2);
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.DELETING);
        driver.remove("a");
        sweep();
        assertThat(record("a").phase()).isEqualTo(ResourcePhase.DELETED);
    }

    @Test // LEASE-7
    void driverThatNoLongerKnowsTheCheckpointListsEverything() throws Exception {
        sweep();
        driver.forgetful = true;
        driver.remove("a");
        driver.set("d", ResourceCondition.READY, "stray");
        sweep();
        assertThat(driver.complete).isEqualTo(2);
        assertThat(round.strangers()).containsExactly("d");
    }

    @Test // LEASE-7
    void recordDeletedByAnotherProgramIsForgottenAndItsResourceBecomesAStranger() throws Exception {
        sweep();
        StoredObject stored = store.get(resources.key("a")).orElseThrow();
        store.deleteIf(stored.key(), stored.resourceVersion());
        driver.set("a", ResourceCondition.READY, "busy");
        sweep();
        sweep();
        driver.set("a", ResourceCondition.READY, "still");
        sweep();
        assertThat(round.strangers()).containsExactly("a");
    }

    @Test // LEASE-4
    void manyDifferencesAreWrittenTogetherAndNoneByAFormerLeader() throws Exception {
        for (int i = 0; i < 300; i++) {
            sessions.add("n" + i);
            resources.create("n" + i, "spec");
            driver.set("n" + i, ResourceCondition.READY, "up");
        }
        Reconciliation<String, String> next = tenure(2);
        assertThat(round.step()).as("the former leader lists").isTrue();
        assertThatThrownBy(() -> round.step()).isInstanceOf(LeadershipLostException.class);
        assertThat(resources.list()).allMatch(record -> record.value().phase() == ResourcePhase.PROVISIONING);
        int steps = 0;
        while (next.step()) {
            steps++;
        }
        assertThat(resources.list())
                .hasSize(303)
                .allMatch(record -> record.value().phase() == ResourcePhase.READY);
        assertThat(steps).as("303 records in batches").isLessThan(100);
    }

    @Test // LEASE-7
    void recordWrittenMeanwhileDoesNotStopTheOthersOfItsBatch() throws Exception {
        for (int i = 0; i < 100; i++) {
            sessions.add("n" + i);
            resources.create("n" + i, "spec");
            driver.set("n" + i, ResourceCondition.READY, "up");
        }
        assertThat(round.step()).isTrue();
        // Read by the sweep, then written by another replica.
        resources.update("n1", 0, "another spec");
        settle();
        assertThat(record("n0").phase()).isEqualTo(ResourcePhase.READY);
        assertThat(record("n99").phase()).isEqualTo(ResourcePhase.READY);
        assertThat(record("n1").phase()).as("left to the next sweep").isEqualTo(ResourcePhase.PROVISIONING);
        sweep();
        assertThat(record("n1").phase()).isEqualTo(ResourcePhase.READY);
        assertThat(record("n1").spec()).isEqualTo("another spec");
    }

    @Test // LEASE-7
    void sweepsOfChangesEndInTheSameRecordsAsSweepsOfEverything() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int step = 0; step < 60; step++) {
            for (int i = random.nextInt(5); i > 0; i--) {
                change(random);
            }
            sweep();
        }
        for (int minute = 0; minute < 12; minute++) {
            sweep();
        }
        Set<String> before = states();
        time.advance(settings.fullSweepInterval());
        settle();
        assertThat(states()).as("a sweep of everything finds no difference").isEqualTo(before);
        Reconciliation<String, String> next = tenure(2);
        while (next.step()) {
            // Until nothing is due.
        }
        assertThat(states()).as("nor does another leader").isEqualTo(before);
        assertThat(next.strangers()).isEqualTo(round.strangers());
    }

    private void change(Random random) {
        String id = String.valueOf((char) ('a' + random.nextInt(8)));
        ResourceCondition[] conditions = ResourceCondition.values();
        switch (random.nextInt(7)) {
            case 0, 1 -> driver.set(id, conditions[random.nextInt(conditions.length)], "s" + random.nextInt(4));
            case 2 -> driver.remove(id);
            case 3 -> resources.create(id, "spec");
            case 4 -> resources.update(id, 0, "spec" + random.nextInt(4));
            case 5 -> resources.delete(id);
            default -> sessions.add(id);
        }
    }

    private Set<String> states() {
        Set<String> all = new HashSet<>();
        resources
                .list()
                .forEach(record -> all.add(record.id() + " " + record.value().phase() + " "
                        + record.value().status() + " " + record.value().spec()));
        return all;
    }

    private void sweep() throws InterruptedException {
        time.advance(Duration.ofSeconds(60));
        settle();
    }

    private void settle() throws InterruptedException {
        int steps = 0;
        while (round.step()) {
            assertThat(steps++).isLessThan(10_000);
        }
    }

    private Resource<String, String> record(String id) {
        return resources.get(id).orElseThrow().value();
    }
}
