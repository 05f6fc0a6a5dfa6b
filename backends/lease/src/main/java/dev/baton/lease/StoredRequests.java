package dev.baton.lease;

import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoredObject;
import dev.baton.support.json.JsonException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Transfer requests in the store; each is returned once. */
final class StoredRequests {
    private static final long VALID_MILLIS = 10_000;
    private static final long KEPT_MILLIS = 60_000;

    private final ObjectStore store;
    private Set<String> seen = new HashSet<>();

    StoredRequests(ObjectStore store) {
        this.store = store;
    }

    List<TransferRequest> takeNew() {
        List<StoredObject> rows = store.list(RecordKeys.REQUEST);
        if (rows.isEmpty()) {
            return List.of();
        }
        long now = store.clockMillis();
        Set<String> before = seen;
        seen = new HashSet<>();
        rows.forEach(row -> seen.add(row.key().id()));
        rows.stream()
                .filter(row -> Math.abs(now - row.createdAtMs()) > KEPT_MILLIS)
                .forEach(row -> store.deleteIf(row.key(), row.resourceVersion()));
        return rows.stream()
                .filter(row -> !before.contains(row.key().id()) && now - row.createdAtMs() < VALID_MILLIS)
                .map(row -> read(row.payload()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<TransferRequest> read(String text) {
        try {
            return Optional.of(StatusJson.readTransfer(text));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }
}
