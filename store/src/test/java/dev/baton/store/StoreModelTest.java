package dev.baton.store;

import static java.util.Objects.requireNonNull;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random operations on SQLite, on PostgreSQL and on a model: all three agree on every result. */
class StoreModelTest {
    private static final List<String> TYPES = List.of("thing", "thing2", "Th\u00efng", "t'h\"i\\ng", "\ud83d\ude00");
    private static final String[] PIECES = {
        "a",
        "A",
        "b",
        " ",
        "%",
        "_",
        "'",
        "\"",
        "\\",
        "/",
        ".",
        "$",
        "[0]",
        "\t",
        "\n",
        "\u0001",
        "\u007f",
        "\u00e4",
        "a\u0308",
        "\u20ac",
        "\uffff",
        "\ue000",
        "\ufeff",
        "\ud83d\ude00",
        "\udbff\udfff",
        "\\u0000",
        "null",
        "{}"
    };

    /** In memory where that is possible: 100,000 operations wait for the disk some tens of thousands of times. */
    private Path folder = Path.of("");

    private final long seed = Long.getLong("baton.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final StoreModel model = new StoreModel();
    private final List<String> ids = new ArrayList<>();
    private List<ComparedStore> stores = List.of();

    @BeforeEach
    void createFolder() throws IOException {
        Path memory = Path.of("/dev/shm");
        folder = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "baton-store")
                : Files.createTempDirectory("baton-store");
    }

    @AfterEach
    void deleteFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @Test // LEASE-1
    void databasesAgreeWithTheModelOnEveryOperation() {
        compare(5_000);
    }

    @Test // LEASE-1
    @Tag("proof")
    void databasesAgreeWithTheModelOnAHundredThousandOperations() {
        compare(100_000);
    }

    private void compare(int operations) {
        System.out.println("seed " + seed + ", " + operations + " operations");
        for (int i = 0; i < 60; i++) {
            ids.add(text(1 + random.nextInt(6)));
        }
        PostgresTestServer server = TestServers.newest();
        StoreSettings settings = StoreSettings.defaults();
        try (ObjectStore sqlite = ObjectStore.sqlite(folder.resolve("model.db"), settings);
                ObjectStore postgres = ObjectStore.open(server.url("postgres", server.newDatabase()), settings)) {
            stores = List.of(new ComparedStore(sqlite, model), new ComparedStore(postgres, model));
            for (int i = 0; i < operations; i++) {
                operate(random.nextInt(100));
            }
            TYPES.forEach(
                    type -> stores.forEach(store -> store.compareList(type, "", "\udbff\udfff".repeat(9), 1_000)));
        }
    }

    private void operate(int kind) {
        if (kind < 30) {
            ObjectKey key = key();
            stores.forEach(store -> store.compareGet(key));
        } else if (kind < 58) {
            put();
        } else if (kind < 70) {
            delete();
        } else if (kind < 78) {
            batch();
        } else if (kind < 84) {
            touch();
        } else {
            read(kind);
        }
    }

    private void put() {
        ObjectKey key = key();
        String payload = text(random.nextInt(8));
        boolean exists = model.get(key).isPresent();
        int kind = random.nextInt(5);
        boolean accepted = kind == 0 ? !exists : kind == 1 || (kind == 2 && exists);
        Map<ComparedStore, WriteCondition> conditions = new HashMap<>();
        for (ComparedStore store : stores) {
            long version = store.version(key);
            conditions.put(
                    store,
                    switch (kind) {
                        case 0 -> WriteCondition.mustCreate();
                        case 1 -> WriteCondition.unconditional();
                        case 2 -> WriteCondition.matchResourceVersion(version);
                        case 3 -> WriteCondition.matchResourceVersion(version + 1_000_000);
                        default -> WriteCondition.matchUnchangedFor(version, Duration.ofDays(36_500));
                    });
        }
        Optional<StoreModel.Entry> entry = accepted ? Optional.of(model.put(key, payload)) : Optional.empty();
        stores.forEach(store -> store.put(key, payload, requireNonNull(conditions.get(store)), entry));
    }

    private void delete() {
        ObjectKey key = key();
        boolean exists = model.get(key).isPresent();
        boolean matches = random.nextInt(3) > 0;
        Class<? extends DeleteOutcome> expected = !exists
                ? DeleteOutcome.Absent.class
                : matches ? DeleteOutcome.Deleted.class : DeleteOutcome.Conflict.class;
        stores.forEach(store -> store.delete(key, store.version(key) + (matches ? 0 : 1_000_000), expected));
        if (expected == DeleteOutcome.Deleted.class) {
            model.delete(key);
        }
    }

    /** Writes, deletes and requires several records, each at most once; in a third of the batches one condition fails. */
    private void batch() {
        Set<ObjectKey> keys = new HashSet<>();
        while (keys.size() < 1 + random.nextInt(6)) {
            keys.add(key());
        }
        int wrong = random.nextInt(3) == 0 ? random.nextInt(keys.size()) : -1;
        Map<ComparedStore, List<BatchWrite>> writes = new HashMap<>();
        stores.forEach(store -> writes.put(store, new ArrayList<>()));
        List<Optional<String>> payloads = new ArrayList<>();
        int index = 0;
        for (ObjectKey key : keys) {
            long off = index++ == wrong ? 1_000_000 : 0;
            int kind = model.get(key).isEmpty() ? 3 : random.nextInt(4);
            String payload = text(3);
            payloads.add(kind < 2 ? Optional.empty() : Optional.of(payload));
            stores.forEach(store -> requireNonNull(writes.get(store))
                    .add(write(kind, key, store.version(key) + off, payload, off > 0)));
        }
        Optional<List<Optional<StoreModel.Entry>>> expected = wrong >= 0
                ? Optional.empty()
                : Optional.of(applied(requireNonNull(writes.get(stores.get(0))), payloads));
        stores.forEach(store -> store.apply(requireNonNull(writes.get(store)), expected));
    }

    private static BatchWrite write(int kind, ObjectKey key, long version, String payload, boolean wrong) {
        return switch (kind) {
            case 0 -> new BatchWrite.Delete(key, version);
            case 1 -> new BatchWrite.Require(key, version);
            default ->
                new BatchWrite.Put(
                        key,
                        payload,
                        wrong ? WriteCondition.matchResourceVersion(version) : WriteCondition.unconditional());
        };
    }

    private List<Optional<StoreModel.Entry>> applied(List<BatchWrite> writes, List<Optional<String>> payloads) {
        List<Optional<StoreModel.Entry>> entries = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            ObjectKey key = writes.get(i).key();
            if (writes.get(i) instanceof BatchWrite.Delete) {
                model.delete(key);
            }
            entries.add(payloads.get(i).map(payload -> model.put(key, payload)));
        }
        return entries;
    }

    private void touch() {
        String type = type();
        Set<String> wanted = someIds();
        Set<String> stale = new HashSet<>(someIds());
        Set<String> matching = new HashSet<>(wanted);
        matching.removeIf(
                id -> stale.contains(id) || model.get(new ObjectKey(type, id)).isEmpty());
        Map<ComparedStore, Map<String, Long>> touched = new HashMap<>();
        for (ComparedStore store : stores) {
            Map<String, Long> versions = new HashMap<>();
            wanted.forEach(id ->
                    versions.put(id, store.version(new ObjectKey(type, id)) + (stale.contains(id) ? 7 << 20 : 0)));
            touched.put(store, store.touch(type, versions, matching));
        }
        matching.forEach(id -> model.touch(new ObjectKey(type, id)));
        stores.forEach(store -> store.learnTouched(type, requireNonNull(touched.get(store))));
    }

    private void read(int kind) {
        String type = type();
        if (kind < 90) {
            String after = random.nextBoolean() ? "" : id();
            String before = random.nextBoolean() ? "\udbff\udfff".repeat(9) : id();
            int limit = random.nextInt(20);
            stores.forEach(store -> store.compareList(type, after, before, limit));
        } else if (kind < 97) {
            Set<String> some = someIds();
            stores.forEach(store -> store.compareAll(type, some));
        } else {
            stores.forEach(store -> store.compareVersions(type));
        }
    }

    private Set<String> someIds() {
        Set<String> some = new HashSet<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            some.add(id());
        }
        return some;
    }

    private ObjectKey key() {
        return new ObjectKey(type(), id());
    }

    private String type() {
        return TYPES.get(random.nextInt(TYPES.size()));
    }

    private String id() {
        return ids.get(random.nextInt(ids.size()));
    }

    private String text(int pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
