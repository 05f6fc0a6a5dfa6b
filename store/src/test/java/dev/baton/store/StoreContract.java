package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store promises, on every database. */
abstract class StoreContract extends StoreTextContract {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");

    private ObjectStore store;

    /** The URL of a database that is fresh and empty. */
    abstract String newDatabase() throws Exception;

    @Override
    final ObjectStore store() {
        return store;
    }

    @BeforeEach
    final void open() throws Exception {
        store = ObjectStore.open(newDatabase());
    }

    @AfterEach
    final void close() {
        store.close();
    }

    private StoredObject created(ObjectKey key, String payload) {
        return store.putIf(key, payload, WriteCondition.mustCreate()).stored().orElseThrow();
    }

    @Test // LEASE-1
    void recordIsCreatedOnce() {
        StoredObject first = created(KEY, "first ä \u20ac \ud83d\ude00");
        PutOutcome second = store.putIf(KEY, "second", WriteCondition.mustCreate());
        assertThat(second).isEqualTo(new PutOutcome.Conflict(Optional.of(first)));
        assertThat(store.get(KEY)).contains(first);
        assertThat(first.resourceVersion()).isPositive();
        assertThat(first.createdAtMs()).isEqualTo(first.updatedAtMs()).isPositive();
    }

    @Test // LEASE-1
    void writeWithMatchingVersionIncreasesTheVersion() {
        StoredObject first = created(KEY, "first");
        StoredObject second = store.putIf(KEY, "second", WriteCondition.matchResourceVersion(first.resourceVersion()))
                .stored()
                .orElseThrow();
        assertThat(second.resourceVersion()).isGreaterThan(first.resourceVersion());
        assertThat(second.createdAtMs()).isEqualTo(first.createdAtMs());
        assertThat(store.putIf(KEY, "late", WriteCondition.matchResourceVersion(first.resourceVersion())))
                .isEqualTo(new PutOutcome.Conflict(Optional.of(second)));
        assertThat(store.putIf(new ObjectKey("thing", "absent"), "x", WriteCondition.matchResourceVersion(1)))
                .isEqualTo(new PutOutcome.Conflict(Optional.empty()));
    }

    @Test // LEASE-1
    void unconditionalWriteCreatesOrReplaces() {
        StoredObject first = store.putIf(KEY, "first", WriteCondition.unconditional())
                .stored()
                .orElseThrow();
        StoredObject second = store.putIf(KEY, "second", WriteCondition.unconditional())
                .stored()
                .orElseThrow();
        assertThat(second.resourceVersion()).isGreaterThan(first.resourceVersion());
        assertThat(store.get(KEY)).contains(second);
    }

    @Test // LEASE-1
    void deletesOnlyTheExpectedVersion() {
        StoredObject first = created(KEY, "first");
        assertThat(store.deleteIf(KEY, first.resourceVersion() + 1)).isEqualTo(new DeleteOutcome.Conflict(first));
        assertThat(store.deleteIf(KEY, first.resourceVersion())).isEqualTo(new DeleteOutcome.Deleted());
        assertThat(store.deleteIf(KEY, first.resourceVersion())).isEqualTo(new DeleteOutcome.Absent());
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test // LEASE-1
    void recreatedRecordNeverReusesAVersion() throws Exception {
        long highest = 0;
        for (int round = 0; round < 5; round++) {
            StoredObject record = created(KEY, "round " + round);
            assertThat(record.resourceVersion()).isGreaterThan(highest);
            for (int i = 0; i < 3; i++) {
                record = store.putIf(KEY, "x" + i, WriteCondition.unconditional())
                        .stored()
                        .orElseThrow();
            }
            highest = record.resourceVersion();
            if (round % 2 == 0) {
                store.deleteIf(KEY, highest);
            } else {
                execute("DELETE FROM objects");
            }
        }
    }

    @Test // LEASE-1
    void recordIsReplacedOnlyAfterItWasUnchangedForTheGivenTime() {
        StoredObject record = created(KEY, "x");
        long version = record.resourceVersion();
        assertThat(store.putIf(KEY, "stolen", WriteCondition.matchUnchangedFor(version, Duration.ofHours(1)))
                        .stored())
                .isEmpty();
        Awaitility.await()
                .until(() -> store.putIf(KEY, "old", WriteCondition.matchUnchangedFor(version, Duration.ofMillis(50)))
                        .stored()
                        .isPresent());
    }

    @Test // LEASE-1
    void recordFromTheFutureCountsAsOld() throws Exception {
        StoredObject record = created(KEY, "x");
        execute("UPDATE objects SET updated_at_ms = updated_at_ms + 7200000");
        assertThat(store.putIf(
                                KEY,
                                "taken",
                                WriteCondition.matchUnchangedFor(record.resourceVersion(), Duration.ofHours(1)))
                        .stored())
                .isPresent();
    }

    @Test // LEASE-1
    void updateLosesNoChangeOfManyWriters() throws Exception {
        created(KEY, "0");
        int writers = 8;
        int each = 25;
        AtomicInteger gaveUp = new AtomicInteger();
        atOnce(writers, () -> {
            for (int i = 0; i < each; i++) {
                UpdateOutcome outcome;
                do {
                    outcome = store.updateCas(
                            KEY, 0, present -> Optional.of(Integer.toString(Integer.parseInt(present.payload()) + 1)));
                    gaveUp.addAndGet(outcome instanceof UpdateOutcome.GaveUp ? 1 : 0);
                } while (!(outcome instanceof UpdateOutcome.Updated));
            }
            return true;
        });
        assertThat(store.get(KEY).orElseThrow().payload()).isEqualTo(Integer.toString(writers * each));
    }

    @Test // LEASE-1
    void updateHonoursTheExpectedVersionAndGivesUpEventually() {
        StoredObject first = created(KEY, "first");
        assertThat(store.updateCas(KEY, first.resourceVersion() + 7, present -> Optional.of("x")))
                .isEqualTo(new UpdateOutcome.Conflict(first));
        assertThat(store.updateCas(KEY, 0, present -> Optional.empty())).isEqualTo(new UpdateOutcome.Unchanged(first));
        assertThat(store.updateCas(new ObjectKey("thing", "absent"), 0, present -> Optional.of("x")))
                .isEqualTo(new UpdateOutcome.Absent());
        AtomicInteger calls = new AtomicInteger();
        UpdateOutcome beaten = store.updateCas(KEY, 0, present -> {
            store.putIf(KEY, "rival " + calls.incrementAndGet(), WriteCondition.unconditional());
            return Optional.of("mine");
        });
        assertThat(beaten).isEqualTo(new UpdateOutcome.GaveUp(ObjectStore.MAX_ATTEMPTS));
        assertThat(calls).hasValue(ObjectStore.MAX_ATTEMPTS);
        assertThat(store.get(KEY).orElseThrow().payload()).startsWith("rival");
    }

    @Test // LEASE-10
    void ofSixtyFourCreatorsExactlyOneWinsAndTheOthersGetAConflict() throws Exception {
        AtomicInteger name = new AtomicInteger();
        List<PutOutcome> outcomes =
                atOnce(64, () -> store.putIf(KEY, "writer " + name.incrementAndGet(), WriteCondition.mustCreate()));
        assertThat(outcomes.stream().filter(PutOutcome.Stored.class::isInstance))
                .hasSize(1);
        StoredObject winner = store.get(KEY).orElseThrow();
        assertThat(outcomes.stream().filter(PutOutcome.Conflict.class::isInstance))
                .hasSize(63)
                .containsOnly(new PutOutcome.Conflict(Optional.of(winner)));
    }

    @Test // LEASE-10
    void ofManyWritersOfOneVersionExactlyOneWins() throws Exception {
        long version = created(KEY, "x").resourceVersion();
        List<PutOutcome> outcomes =
                atOnce(32, () -> store.putIf(KEY, "new", WriteCondition.matchResourceVersion(version)));
        assertThat(outcomes.stream().filter(PutOutcome.Stored.class::isInstance))
                .hasSize(1);
    }

    @Test // LEASE-1
    void batchIsAppliedAsAWholeOrNotAtAll() {
        StoredObject first = created(KEY, "first");
        ObjectKey other = new ObjectKey("other", "one");
        BatchOutcome refused = store.apply(List.of(
                new BatchWrite.Put(other, "x", WriteCondition.mustCreate()),
                new BatchWrite.Delete(KEY, first.resourceVersion() + 1)));
        assertThat(refused).isEqualTo(new BatchOutcome.Conflict(1));
        assertThat(store.get(other)).isEmpty();
        BatchOutcome applied = store.applyAndNotify(List.of(
                new BatchWrite.Put(other, "x", WriteCondition.mustCreate()),
                new BatchWrite.Delete(KEY, first.resourceVersion())));
        assertThat(applied).isInstanceOf(BatchOutcome.Applied.class);
        assertThat(((BatchOutcome.Applied) applied).stored()).containsExactly(store.get(other), Optional.empty());
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test // LEASE-1
    void batchCanRequireTheVersionOfARecordItDoesNotWrite() {
        long version = created(KEY, "first").resourceVersion();
        BatchWrite other = new BatchWrite.Put(new ObjectKey("other", "one"), "x", WriteCondition.mustCreate());
        assertThat(store.apply(List.of(new BatchWrite.Require(KEY, version + 1), other)))
                .isEqualTo(new BatchOutcome.Conflict(0));
        assertThat(store.get(other.key())).isEmpty();
        assertThat(store.apply(List.of(new BatchWrite.Require(KEY, version), other)))
                .isInstanceOf(BatchOutcome.Applied.class);
        StoreSnapshot both = store.snapshot(List.of(KEY, other.key(), new ObjectKey("other", "absent")));
        assertThat(both.objects().keySet()).containsExactlyInAnyOrder(KEY, other.key());
        assertThat(both.get(KEY).orElseThrow().resourceVersion()).isEqualTo(version);
        assertThat(both.clockMillis())
                .isGreaterThanOrEqualTo(both.get(KEY).orElseThrow().createdAtMs());
    }

    @Test // LEASE-2
    void touchesManyRecordsEachOnlyAtItsVersion() {
        Map<String, Long> versions = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            ObjectKey key = new ObjectKey("thing", "shard:" + i + ".\"x");
            versions.put(key.id(), created(key, "payload " + i).resourceVersion());
        }
        versions.put("shard:7.\"x", 1_000_000L);
        versions.put("absent", 1L);
        Map<String, Long> touched = store.touchAll("thing", versions);
        assertThat(touched).hasSize(99).doesNotContainKeys("absent", "shard:7.\"x");
        assertThat(store.getAll("thing", touched.keySet())).hasSize(99).allSatisfy(record -> {
            assertThat(record.resourceVersion())
                    .isEqualTo(touched.get(record.key().id()));
            assertThat(record.payload()).startsWith("payload");
        });
    }

    @Test // LEASE-2
    void touchedRecordHasANewVersionAndTheOldVersionMatchesNothing() {
        long first = created(KEY, "payload").resourceVersion();
        long second = store.touchAll(KEY.type(), Map.of(KEY.id(), first)).values().stream()
                .findAny()
                .orElseThrow();
        assertThat(second).isGreaterThan(first);
        assertThat(store.get(KEY).orElseThrow().resourceVersion()).isEqualTo(second);
        assertThat(store.touchAll(KEY.type(), Map.of(KEY.id(), first))).isEmpty();
        assertThat(store.get(KEY).orElseThrow().resourceVersion()).isEqualTo(second);
    }

    @Test // LEASE-1
    void recordsAreListedByIdWithinTheirType() {
        for (String id : List.of("b", "a/2", "a/10", "B", "ä", "a.")) {
            created(new ObjectKey("thing", id), id);
        }
        created(new ObjectKey("thing2", "c"), "c");
        assertThat(store.list("thing").stream().map(record -> record.key().id()))
                .containsExactly("B", "a.", "a/10", "a/2", "b", "ä");
        assertThat(store.list("thing", "a/", "a0", 10).stream().map(StoredObject::payload))
                .containsExactly("a/10", "a/2");
        assertThat(store.list("thing", "B", "b", 1).stream().map(StoredObject::payload))
                .containsExactly("a.");
    }

    @Test // LEASE-1
    void errorNamesTheRecordThatCannotBeDecoded() {
        TypedObjects<Integer> numbers =
                new TypedObjects<>(store, new ObjectType<>("number", String::valueOf, Integer::valueOf));
        long version = numbers.putIf("n", 41, WriteCondition.mustCreate())
                .stored()
                .orElseThrow()
                .resourceVersion();
        assertThat(numbers.updateCas("n", version, n -> n + 1)).isInstanceOf(UpdateOutcome.Updated.class);
        assertThat(numbers.get("n").orElseThrow().value()).isEqualTo(42);
        store.putIf(numbers.key("n"), "garbage", WriteCondition.unconditional());
        assertThatThrownBy(numbers::list)
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("number/n", "garbage", store.describe());
    }

    @Test // LEASE-1
    void listenerIsCalledAfterANotification() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        created(KEY, "x");
        try (AutoCloseable listening = store.listen(calls::incrementAndGet)) {
            assertThat(listening).isNotNull();
            Awaitility.await().until(() -> {
                int before = calls.get();
                store.applyAndNotify(List.of(new BatchWrite.Put(KEY, "y", WriteCondition.unconditional())));
                Awaitility.await().until(() -> calls.get() > before);
                return true;
            });
        }
        assertThat(Math.abs(store.clockMillis() - System.currentTimeMillis())).isLessThan(60_000);
    }

    static <T> List<T> atOnce(int threads, Callable<T> task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch together = new CountDownLatch(threads);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(() -> {
                    together.countDown();
                    together.await();
                    return task.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test // LEASE-1
    void newerSchemaIsRefusedWithBothVersions() throws Exception {
        String url = newDatabase();
        try (ObjectStore first = ObjectStore.open(url)) {
            first.apply(List.of(new BatchWrite.Put(new ObjectKey("thing", "a"), "x", WriteCondition.unconditional())));
        }
        execute("UPDATE baton_schema SET version = 2 WHERE component = 'objects'");
        try (ObjectStore old = ObjectStore.open(url)) {
            assertThatThrownBy(old::clockMillis)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll(old.describe(), "schema version 2", "version 1", "upgrade this program");
        }
    }

    /**
     * Writes until the versions are used up.
     *
     * @param nearTheEnd a statement that leaves only a few versions
     */
    final void assertVersionsRefuseToOverflow(String nearTheEnd) throws Exception {
        List<StoredObject> last = new ArrayList<>(List.of(created(KEY, "first")));
        execute(nearTheEnd);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 10; i++) {
                        store.putIf(KEY, "x" + i, WriteCondition.unconditional())
                                .stored()
                                .ifPresent(last::add);
                    }
                })
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("cannot grow any more", "Nothing was written");
        StoredObject full = last.get(last.size() - 1);
        assertThatThrownBy(() -> store.touchAll("thing", Map.of("one", full.resourceVersion())))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot grow");
        assertThat(store.get(KEY)).contains(full);
    }

    @Test // LEASE-1
    void batchesInOppositeOrdersDoNotWaitForEachOther() throws Exception {
        List<BatchWrite> forward = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            forward.add(new BatchWrite.Put(new ObjectKey("thing", "id " + i), "x", WriteCondition.unconditional()));
        }
        List<BatchWrite> backward = new ArrayList<>(forward);
        Collections.reverse(backward);
        store.apply(forward);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (List<BatchWrite> writes : List.of(forward, backward)) {
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 30; round++) {
                        store.apply(writes);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
