package dev.baton.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What a store contains after a sequence of operations, with versions as this model counts them. */
final class StoreModel {
    private static final Comparator<String> BYTEWISE =
            Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final Map<String, NavigableMap<String, Entry>> types = new HashMap<>();
    private long writes;

    /** A record: its payload, and the number of the write that wrote it. */
    record Entry(String payload, long write) {}

    Optional<Entry> get(ObjectKey key) {
        return Optional.ofNullable(ids(key.type()).get(key.id()));
    }

    Entry put(ObjectKey key, String payload) {
        Entry entry = new Entry(payload, ++writes);
        ids(key.type()).put(key.id(), entry);
        return entry;
    }

    void touch(ObjectKey key) {
        put(key, get(key).orElseThrow().payload());
    }

    void delete(ObjectKey key) {
        ids(key.type()).remove(key.id());
    }

    List<Map.Entry<String, Entry>> list(String type, String after, String before, int limit) {
        if (BYTEWISE.compare(after, before) >= 0) {
            return List.of();
        }
        return ids(type).subMap(after, false, before, false).entrySet().stream()
                .limit(limit)
                .toList();
    }

    NavigableMap<String, Entry> ids(String type) {
        return types.computeIfAbsent(type, unknown -> new TreeMap<>(BYTEWISE));
    }
}
