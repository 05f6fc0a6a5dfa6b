package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Which texts and numbers the store accepts: the same on every database. */
abstract class StoreTextContract {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");
    private static final String HALF = "a\ud83d";

    abstract ObjectStore store();

    abstract void execute(String sql) throws Exception;

    @Test // LEASE-1
    void payloadWithNulOrHalfACharacterIsRefusedAndNothingIsWritten() {
        for (String payload : List.of("a\0b", "\0", HALF, "\ude00b")) {
            assertThatThrownBy(() -> store().putIf(KEY, payload, WriteCondition.unconditional()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the payload of thing/one");
            assertThatThrownBy(() -> new BatchWrite.Put(KEY, payload, WriteCondition.mustCreate()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() ->
                        store().putIf(KEY, "x".repeat(StoredText.LONGEST_PAYLOAD + 1), WriteCondition.unconditional()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("4194304", "4194305");
        assertThat(store().get(KEY)).isEmpty();
    }

    @Test // LEASE-1
    void everyRequestChecksItsTexts() {
        store().putIf(KEY, "x", WriteCondition.mustCreate());
        for (String wrong : List.of("a\0b", HALF, "x".repeat(513), "")) {
            List<Runnable> requests = List.of(
                    () -> new ObjectKey("thing", wrong),
                    () -> new ObjectKey(wrong, "one"),
                    () -> store().getAll("thing", List.of("one", wrong)),
                    () -> store().getAll(wrong, List.of("one")),
                    () -> store().touchAll("thing", Map.of(wrong, 1L)),
                    () -> store().list(wrong),
                    () -> store().versions(wrong));
            requests.forEach(request -> assertThatThrownBy(request::run).isInstanceOf(IllegalArgumentException.class));
        }
        assertThatThrownBy(() -> store().list("thing", "a\0", "b", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store().list("thing", "", HALF, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store().list("thing", "", "z", -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(store().list("thing", "", "z", 0)).isEmpty();
        assertThatThrownBy(() -> WriteCondition.matchUnchangedFor(1, Duration.ofMillis(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("36500 days");
    }

    @Test // LEASE-1
    void longestKeysOfAllWidthsAreStoredAndListed() {
        Random random = new Random(7);
        List<String> ids = new ArrayList<>();
        for (int[] range : new int[][] {{0x21, 0x7e}, {0x4e00, 0x9fff}, {0x10000, 0x10ffff}}) {
            StringBuilder id = new StringBuilder();
            while (id.length() < StoredText.LONGEST_NAME) {
                id.appendCodePoint(range[0] + random.nextInt(range[1] - range[0]));
            }
            ids.add(id.toString());
        }
        String type = ids.get(2);
        ids.forEach(id -> assertThat(store().putIf(new ObjectKey(type, id), "x", WriteCondition.mustCreate())
                        .stored())
                .isPresent());
        assertThat(store().list(type)).extracting(row -> row.key().id()).containsExactlyInAnyOrderElementsOf(ids);
        // Both of three bytes a character: more than an index entry of PostgreSQL can have.
        assertThatThrownBy(() -> new ObjectKey(ids.get(1), ids.get(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("2600", "3072");
    }

    @Test // LEASE-1
    void rowOfAnotherProgramWithAKeyThatIsNoneHidesNoOtherRow() throws Exception {
        store().putIf(KEY, "x", WriteCondition.mustCreate());
        execute("INSERT INTO objects (object_type, id, resource_version, payload, created_at_ms, updated_at_ms)"
                + " VALUES ('thing', '" + "0".repeat(513) + "', 1, 'x', 1, 1)");
        assertThat(store().list("thing")).extracting(StoredObject::key).containsExactly(KEY);
        assertThat(passedOn("thing")).containsExactly(KEY.id());
    }

    @Test // LEASE-1
    void aWholePageOfForeignRowsHidesNoOtherRow() throws Exception {
        store().putIf(KEY, "x", WriteCondition.mustCreate());
        for (int from = 0; from < ObjectStore.OBJECTS_PAGE; from += 200) {
            execute(
                    "INSERT INTO objects (object_type, id, resource_version, payload, created_at_ms, updated_at_ms) VALUES "
                            + IntStream.range(from, from + 200)
                                    .mapToObj(i -> String.format("('thing', '%0513d', 1, 'x', 1, 1)", i))
                                    .collect(Collectors.joining(",")));
        }
        assertThat(passedOn("thing")).containsExactly(KEY.id());
    }

    private List<String> passedOn(String type) {
        List<String> ids = new ArrayList<>();
        store().forEach(type, object -> ids.add(object.key().id()));
        return ids;
    }

    @Test // LEASE-1
    void onlyRecordsWrittenSinceATimeAreListedByIt() throws Exception {
        store().putIf(KEY, "x", WriteCondition.mustCreate());
        ObjectKey old = new ObjectKey("thing", "old");
        store().putIf(old, "x", WriteCondition.mustCreate());
        execute("UPDATE objects SET updated_at_ms = 1000 WHERE updated_at_ms > 0");
        long version = store().putIf(KEY, "y", WriteCondition.unconditional())
                .stored()
                .orElseThrow()
                .resourceVersion();
        assertThat(store().versionsSince("thing", 1_001)).isEqualTo(Map.of(KEY.id(), version));
        assertThat(store().versionsSince("thing", 1_000)).containsOnlyKeys(KEY.id(), "old");
    }

    @Test // LEASE-1
    void versionsAreListedWithoutPayloadsInPages() {
        List<BatchWrite> writes = new ArrayList<>();
        for (int i = 0; i < ObjectStore.PAGE + 5; i++) {
            writes.add(new BatchWrite.Put(new ObjectKey("many", "id" + i), "x", WriteCondition.mustCreate()));
        }
        for (int from = 0; from < writes.size(); from += 1_000) {
            store().apply(writes.subList(from, Math.min(writes.size(), from + 1_000)));
        }
        Map<String, Long> versions = store().versions("many");
        assertThat(versions).hasSize(writes.size());
        assertThat(passedOn("many")).isEqualTo(versions.keySet().stream().toList());
        store().list("many")
                .forEach(row -> assertThat(versions.get(row.key().id())).isEqualTo(row.resourceVersion()));
    }

    @Test // LEASE-1
    void expectedVersionThatCannotGrowHindersNoOtherRecord() throws Exception {
        long version = store().putIf(KEY, "x", WriteCondition.mustCreate())
                .stored()
                .orElseThrow()
                .resourceVersion();
        ObjectKey last = new ObjectKey("thing", "last");
        store().putIf(last, "x", WriteCondition.mustCreate());
        assertThat(store().touchAll("thing", Map.of("one", version, "last", Long.MAX_VALUE)))
                .containsOnlyKeys("one");
        assertThat(store().get(last).orElseThrow().resourceVersion()).isPositive();
    }

    @Test // LEASE-1
    void listenerThatThrowsAnErrorIsCalledAgain() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        store().putIf(KEY, "x", WriteCondition.mustCreate());
        try (AutoCloseable listening = store().listen(() -> {
            calls.incrementAndGet();
            throw new AssertionError("this listener fails");
        })) {
            assertThat(listening).isNotNull();
            for (int round = 0; round < 3; round++) {
                int before = calls.get();
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                    store().applyAndNotify(List.of(new BatchWrite.Put(KEY, "y", WriteCondition.unconditional())));
                    return calls.get() > before;
                });
            }
        }
    }

    @Test // LEASE-1
    void touchesInOppositeOrdersDoNotWaitForEachOther() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ids.add("id " + i);
            store().putIf(new ObjectKey("thing", "id " + i), "x", WriteCondition.unconditional());
        }
        Collections.shuffle(ids, new Random(3));
        List<BatchWrite> batch = ids.stream()
                .<BatchWrite>map(
                        id -> new BatchWrite.Put(new ObjectKey("thing", id), "y", WriteCondition.unconditional()))
                .toList();
        AtomicInteger turn = new AtomicInteger();
        StoreContract.atOnce(4, () -> {
            boolean touches = turn.getAndIncrement() % 2 == 0;
            for (int round = 0; round < 10; round++) {
                if (touches) {
                    store().touchAll("thing", store().versions("thing"));
                } else {
                    store().apply(batch);
                }
            }
            return true;
        });
    }

    @Test // LEASE-1
    void listContainsTheLastCodePointAndHalfACharacterIsNoId() {
        String last = Character.toString(Character.MAX_CODE_POINT);
        List<String> ids = List.of("a", last, last + "a", last.repeat(256));
        ids.forEach(id -> store().putIf(new ObjectKey("thing", id), "x", WriteCondition.mustCreate()));
        assertThat(store().list("thing")).extracting(row -> row.key().id()).containsExactlyInAnyOrderElementsOf(ids);
        assertThatThrownBy(() -> new ObjectKey("thing", "a\ud83d")).isInstanceOf(IllegalArgumentException.class);
    }
}
