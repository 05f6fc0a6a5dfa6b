package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.LeadershipLostException;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoreException;
import dev.baton.store.UpdateOutcome;
import dev.baton.store.WriteCondition;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenures of a reconciler without threads: a real store, virtual time, one step at a time. */
class ReconciliationTest {
    private static final Duration SWEEP = Duration.ofSeconds(60);

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore elections = new MemoryStore();
    private final MemoryDriver driver = new MemoryDriver();
    private final ResourceIndex<String> index = new ResourceIndex<>();
    private final ReconcileProgress progress = new ReconcileProgress();

    @TempDir
    Path directory;

    private ObjectStore store;
    private Resources<String, String> resources;

    @BeforeEach
    void open() {
        store = ObjectStore.open("sqlite:" + directory.resolve("objects.db"));
        resources = new Resources<>(store, "sandbox", ResourceCodec.plain(), ResourceCodec.plain());
        index.begin(time.nanos());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test // LEASE-4, LEASE-7
    void sweepUpdatesEveryRecordAndTheNextFollowsAfterSixtySeconds() throws Exception {
        create("a", "b", "c");
        driver.set("a", ResourceCondition.READY, "up");
        driver.set("b", ResourceCondition.FAILED, "no image");
        driver.set("c", ResourceCondition.PENDING, "pulling");
        Reconciliation<String, String> round = begin(leader());
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
        assertThat(phase("b")).isEqualTo(ResourcePhase.ERROR);
        assertThat(phase("c")).isEqualTo(ResourcePhase.PROVISIONING);
        driver.setSilently("c", ResourceCondition.READY, "up");
        time.advance(SWEEP.minusMillis(1));
        settle(round);
        assertThat(phase("c")).isEqualTo(ResourcePhase.PROVISIONING);
        assertThat(round.untilNext()).isEqualTo(Duration.ofMillis(1));
        time.advance(Duration.ofMillis(1));
        settle(round);
        assertThat(phase("c")).isEqualTo(ResourcePhase.READY);
        assertThat(driver.lists).hasValue(2);
    }

    @Test // LEASE-7
    void sweepSkipsRecordWrittenSinceItBegan() throws Exception {
        create("a");
        driver.set("a", ResourceCondition.READY, "up");
        Reconciliation<String, String> round = begin(leader());
        driver.beforeGet(() -> {
            resources.update("a", 0, "another spec");
            driver.beforeGet(() -> {});
        });
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.PROVISIONING);
        assertThat(resources.get("a").orElseThrow().value().spec()).isEqualTo("another spec");
        time.advance(SWEEP);
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
        assertThat(resources.get("a").orElseThrow().value().spec()).isEqualTo("another spec");
    }

    @Test // LEASE-7
    void orphanIsMarkedDeletedAfterTheGraceAndASecondLookAndPrunedLater() throws Exception {
        create("a");
        driver.set("a", ResourceCondition.READY, "up");
        Reconciliation<String, String> round = begin(leader());
        settle(round);
        driver.lose("a");
        for (int minute = 0; minute < 5; minute++) {
            time.advance(SWEEP);
            settle(round);
            assertThat(phase("a")).as("after %s min", minute).isEqualTo(ResourcePhase.READY);
        }
        int looks = driver.gets.get();
        time.advance(SWEEP);
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.DELETED);
        assertThat(driver.gets).hasValue(looks + 1);
        time.advance(Duration.ofMinutes(5));
        settle(round);
        time.advance(Duration.ofMinutes(5));
        settle(round);
        assertThat(resources.get("a")).isEmpty();
    }

    @Test // LEASE-7
    void resourceFoundByTheSecondLookIsKept() throws Exception {
        create("a");
        Reconciliation<String, String> round = begin(leader());
        settle(round);
        driver.beforeGet(() -> driver.setSilently("a", ResourceCondition.READY, "late"));
        for (int minute = 0; minute < 6; minute++) {
            time.advance(SWEEP);
            settle(round);
        }
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
    }

    @Test // LEASE-7
    void watchUpdatesAreWrittenWithoutCallingTheDriverUnlessTheyEndAResource() throws Exception {
        create("a", "b");
        Reconciliation<String, String> round = begin(leader());
        settle(round);
        int asked = driver.gets.get();
        report(round, "a", ResourceCondition.READY, "up");
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
        assertThat(driver.gets).hasValue(asked);
        report(round, "a", ResourceCondition.DELETING, "going");
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.DELETING);
        assertThat(driver.gets).as("the driver has confirmed the deletion").hasValue(asked + 1);
        driver.lose("a");
        index.gone("a", 0);
        round.enqueueGone("a");
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.DELETED);
        assertThat(driver.gets).as("the driver has confirmed the end").hasValue(asked + 2);
        round.enqueueGone("b");
        settle(round);
        assertThat(phase("b")).as("never seen, so not known to be gone").isEqualTo(ResourcePhase.PROVISIONING);
    }

    @Test // LEASE-7
    void resourceThatNeedsASessionIsReadyWhenItHasOne() throws Exception {
        List<String> sessions = new ArrayList<>();
        create("a");
        driver.set("a", ResourceCondition.READY, "up");
        index.seen("a", new ResourceSighting<>(ResourceCondition.READY, "up"), time.nanos());
        Reconciliation<String, String> round =
                begin(leader(), ReconcileSettings.defaults().withSessions(sessions::contains));
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.PROVISIONING);
        sessions.add("a");
        round.enqueue("a");
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
    }

    @Test // LEASE-4
    void sweepStopsAtTheNextKeyWhenLeadershipEnds() throws Exception {
        create("a", "b", "c", "d");
        for (String id : List.of("a", "b", "c", "d")) {
            driver.set(id, ResourceCondition.READY, "up");
        }
        Candidate leader = leader();
        Reconciliation<String, String> round = begin(leader);
        assertThat(round.step()).as("the sweep begins").isTrue();
        assertThat(round.step()).as("one key").isTrue();
        leader.stepDown(Duration.ofSeconds(5));
        assertThat(round.step()).isFalse();
        assertThat(List.of(phase("a"), phase("b"), phase("c"), phase("d")))
                .containsExactly(
                        ResourcePhase.READY,
                        ResourcePhase.PROVISIONING,
                        ResourcePhase.PROVISIONING,
                        ResourcePhase.PROVISIONING);
    }

    @Test // LEASE-4
    void storeRefusesFormerLeaderThatFrozeBeforeItsWrite() throws Exception {
        create("a");
        driver.set("a", ResourceCondition.READY, "up");
        Reconciliation<String, String> former = begin(frozenLeader(1));
        Reconciliation<String, String> next = begin(frozenLeader(2));
        assertThatThrownBy(() -> settle(former))
                .isInstanceOf(LeadershipLostException.class)
                .hasMessageContaining("epoch 1", "a later leader has taken over");
        assertThat(phase("a")).isEqualTo(ResourcePhase.PROVISIONING);
        settle(next);
        assertThat(resources.get("a").orElseThrow().value())
                .extracting(Resource::phase, Resource::epoch)
                .containsExactly(ResourcePhase.READY, 2L);
        assertThatThrownBy(() -> begin(frozenLeader(1))).isInstanceOf(LeadershipLostException.class);
    }

    @Test // LEASE-7
    void failedDriverCallIsRetriedWithDoublingBackoff() throws Exception {
        create("a");
        driver.breakDown(true);
        Reconciliation<String, String> round = begin(leader());
        for (long wait : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            settle(round);
            assertThat(round.untilNext()).isEqualTo(Duration.ofSeconds(wait));
            time.advance(Duration.ofSeconds(wait));
        }
        assertThat(driver.lists).hasValue(7);
        driver.breakDown(false);
        driver.set("a", ResourceCondition.READY, "up");
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
    }

    @Test // LEASE-7
    void sweepsNeverOverlapHoweverLongOneTakes() throws Exception {
        create("a", "b");
        driver.set("a", ResourceCondition.READY, "up");
        driver.set("b", ResourceCondition.READY, "up");
        Reconciliation<String, String> round = begin(leader());
        assertThat(round.step()).isTrue();
        time.advance(SWEEP.multipliedBy(3));
        round.sweepSoon();
        assertThat(round.step()).isTrue();
        assertThat(driver.lists).hasValue(1);
        settle(round);
        assertThat(driver.lists).hasValue(2);
    }

    @Test // LEASE-7
    void resourceWithoutRecordIsReportedAndLeftAlone() throws Exception {
        driver.set("stray", ResourceCondition.READY, "up");
        Reconciliation<String, String> round = begin(leader());
        settle(round);
        assertThat(round.strangers()).containsExactly("stray");
        assertThat(resources.list()).isEmpty();
    }

    @Test // LEASE-7
    void unreadableRecordDoesNotStopTheOthersFromBeingReconciled() throws Exception {
        create("a");
        store.putIf(new ObjectKey("sandbox", "0-broken"), "{\"phase\":\"lost\"}", WriteCondition.unconditional());
        driver.set("a", ResourceCondition.READY, "up");
        driver.set("0-broken", ResourceCondition.READY, "up");
        Reconciliation<String, String> round = begin(leader());
        round.enqueue("0-broken");
        settle(round);
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
        assertThat(store.get(new ObjectKey("sandbox", "0-broken")).orElseThrow().payload())
                .isEqualTo("{\"phase\":\"lost\"}");
    }

    @Test // LEASE-4
    void unreadableFenceRefusesWritesAndNamesTheCure() {
        create("a");
        store.putIf(new ObjectKey(FencedWrites.TYPE, "sandbox"), "garbage", WriteCondition.unconditional());
        assertThatThrownBy(() -> begin(leader()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("reconcile_fence/sandbox", "\"garbage\"", "delete the row");
    }

    @Test // LEASE-6
    void singleReplicaCreatesNoLease() throws Exception {
        create("a");
        driver.set("a", ResourceCondition.READY, "up");
        settle(begin(WritePermission.alone(), ReconcileSettings.defaults()));
        assertThat(phase("a")).isEqualTo(ResourcePhase.READY);
        assertThat(store.get(new ObjectKey(FencedWrites.TYPE, "sandbox"))).isEmpty();
        assertThat(resources.update("a", 0, "next")).isInstanceOf(UpdateOutcome.Updated.class);
    }

    private Candidate leader() {
        Candidate candidate = TestBaton.connect(elections, time).candidate("sandboxes");
        candidate.start();
        time.advance(Duration.ofMillis(1));
        assertThat(candidate.isLeader()).isTrue();
        return candidate;
    }

    private Reconciliation<String, String> begin(Candidate leader) {
        return begin(leader, ReconcileSettings.defaults());
    }

    private Reconciliation<String, String> begin(Candidate leader, ReconcileSettings settings) {
        return begin(WritePermission.of(leader.leadership().orElseThrow()), settings);
    }

    private Reconciliation<String, String> begin(WritePermission mandate) {
        return begin(mandate, ReconcileSettings.defaults());
    }

    private Reconciliation<String, String> begin(WritePermission mandate, ReconcileSettings settings) {
        return new Reconciliation<>(
                new ReconcileContext<>(
                        resources, new DriverCalls<>(driver, settings), index, settings, time, progress, () -> 1.0),
                mandate);
    }

    private void settle(Reconciliation<String, String> round) throws InterruptedException {
        while (round.step()) {
            assertThat(driver.lists.get()).isLessThan(1_000);
        }
    }

    private void report(Reconciliation<String, String> round, String id, ResourceCondition condition, String status) {
        driver.setSilently(id, condition, status);
        index.seen(id, new ResourceSighting<>(condition, status), time.nanos());
        round.enqueue(id);
    }

    private void create(String... ids) {
        for (String id : ids) {
            resources.create(id, "spec of " + id);
        }
    }

    private ResourcePhase phase(String id) {
        return resources.get(id).orElseThrow().value().phase();
    }

    /** The permission of a process that was frozen and still considers itself leader. */
    private static WritePermission frozenLeader(long epoch) {
        return new WritePermission(() -> true, epoch);
    }
}
