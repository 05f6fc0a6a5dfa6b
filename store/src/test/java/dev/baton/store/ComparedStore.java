package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A store beside the model. Versions differ between databases, so each is translated to the model's write number. */
final class ComparedStore {
    private final ObjectStore store;
    private final StoreModel model;
    /** The version that each write of the model got here. */
    private final Map<Long, Long> versions = new HashMap<>();

    private final Map<ObjectKey, Set<Long>> used = new HashMap<>();

    ComparedStore(ObjectStore store, StoreModel model) {
        this.store = store;
        this.model = model;
    }

    /** The version of a record here; one that no record has if the model does not know the record. */
    long version(ObjectKey key) {
        return model.get(key).map(entry -> versions.get(entry.write())).orElse(1L << 60);
    }

    void compareGet(ObjectKey key) {
        compare(key, model.get(key), store.get(key));
    }

    /** Writes here what the model has or has not accepted before. */
    void put(ObjectKey key, String payload, WriteCondition condition, Optional<StoreModel.Entry> expected) {
        Optional<StoredObject> stored = store.putIf(key, payload, condition).stored();
        assertThat(stored.isPresent()).as("%s %s on %s", condition, key, this).isEqualTo(expected.isPresent());
        stored.ifPresent(object -> learn(expected.orElseThrow(), object));
    }

    void delete(ObjectKey key, long version, Class<? extends DeleteOutcome> expected) {
        assertThat(store.deleteIf(key, version))
                .as("delete %s on %s", key, this)
                .isInstanceOf(expected);
    }

    /** Applies the batch; the model's entries of its puts are in the order of the batch, empty after a conflict. */
    void apply(List<BatchWrite> writes, Optional<List<Optional<StoreModel.Entry>>> expected) {
        BatchOutcome outcome = store.apply(writes);
        assertThat(outcome instanceof BatchOutcome.Applied)
                .as("%s on %s", writes, this)
                .isEqualTo(expected.isPresent());
        if (outcome instanceof BatchOutcome.Applied applied) {
            for (int i = 0; i < writes.size(); i++) {
                Optional<StoreModel.Entry> entry = expected.orElseThrow().get(i);
                assertThat(applied.stored().get(i).isPresent()).isEqualTo(entry.isPresent());
                if (entry.isPresent()) {
                    learn(entry.get(), applied.stored().get(i).orElseThrow());
                }
            }
        }
    }

    /** Touches the records, of which the given ones match. */
    Map<String, Long> touch(String type, Map<String, Long> expected, Set<String> matching) {
        Map<String, Long> touched = store.touchAll(type, expected);
        assertThat(touched).as("touch on %s", this).containsOnlyKeys(matching);
        return touched;
    }

    /** Notes the versions of touched records, after the model has touched them too. */
    void learnTouched(String type, Map<String, Long> touched) {
        touched.forEach((id, version) -> {
            ObjectKey key = new ObjectKey(type, id);
            learn(model.get(key).orElseThrow(), key, version);
        });
    }

    void compareList(String type, String after, String before, int limit) {
        Map<String, String> expected = new LinkedHashMap<>();
        model.list(type, after, before, limit)
                .forEach(entry -> expected.put(entry.getKey(), entry.getValue().payload()));
        Map<String, String> actual = new LinkedHashMap<>();
        store.list(type, after, before, limit)
                .forEach(row -> actual.put(row.key().id(), row.payload()));
        assertThat(new ArrayList<>(actual.entrySet()))
                .as("list %s on %s", type, this)
                .isEqualTo(new ArrayList<>(expected.entrySet()));
    }

    void compareAll(String type, Set<String> ids) {
        Map<String, Long> expected = new HashMap<>();
        ids.forEach(id ->
                model.get(new ObjectKey(type, id)).ifPresent(entry -> expected.put(id, versions.get(entry.write()))));
        Map<String, Long> actual = new HashMap<>();
        store.getAll(type, ids).forEach(row -> actual.put(row.key().id(), row.resourceVersion()));
        assertThat(actual).as("getAll on %s", this).isEqualTo(expected);
        Map<String, Long> snapshot = new HashMap<>();
        store.snapshot(ids.stream().map(id -> new ObjectKey(type, id)).toList())
                .objects()
                .forEach((key, row) -> snapshot.put(key.id(), row.resourceVersion()));
        assertThat(snapshot).as("snapshot on %s", this).isEqualTo(expected);
    }

    void compareVersions(String type) {
        Map<String, Long> expected = new HashMap<>();
        model.ids(type).forEach((id, entry) -> expected.put(id, versions.get(entry.write())));
        assertThat(store.versions(type)).as("versions on %s", this).isEqualTo(expected);
        assertThat(store.versionsSince(type, 0))
                .as("versions since 1970 on %s", this)
                .isEqualTo(expected);
        assertThat(store.versionsSince(type, Long.MAX_VALUE))
                .as("of the future on %s", this)
                .isEmpty();
        Map<String, Long> passedOn = new HashMap<>();
        store.forEach(type, row -> passedOn.put(row.key().id(), row.resourceVersion()));
        assertThat(passedOn).as("forEach on %s", this).isEqualTo(expected);
    }

    private void compare(ObjectKey key, Optional<StoreModel.Entry> expected, Optional<StoredObject> actual) {
        assertThat(actual.map(StoredObject::payload))
                .as("%s on %s", key, this)
                .isEqualTo(expected.map(StoreModel.Entry::payload));
        assertThat(actual.map(StoredObject::resourceVersion))
                .as("version of %s on %s", key, this)
                .isEqualTo(expected.map(entry -> versions.get(entry.write())));
    }

    private void learn(StoreModel.Entry entry, StoredObject stored) {
        assertThat(stored.payload()).as("%s on %s", stored.key(), this).isEqualTo(entry.payload());
        learn(entry, stored.key(), stored.resourceVersion());
    }

    private void learn(StoreModel.Entry entry, ObjectKey key, long version) {
        assertThat(used.computeIfAbsent(key, unknown -> new HashSet<>()).add(version))
                .as("%s has version %s for the first time on %s", key, version, this)
                .isTrue();
        versions.put(entry.write(), version);
    }

    @Override
    public String toString() {
        return store.describe();
    }
}
