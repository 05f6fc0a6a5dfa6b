package dev.baton.lease;

import dev.baton.InstanceStatus;
import dev.baton.spi.Roster;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.store.BatchWrite;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** The roster: one record for each process, with a line for each of its candidates, and one for each transfer request. */
final class LeaseRoster implements Roster {
    private static final long LIVE_MILLIS = Roster.maxAge().toMillis();
    private static final long STALE_MILLIS = 3_600_000;
    private static final long REQUEST_VALID_MILLIS = 10_000;
    private static final long REQUEST_KEPT_MILLIS = 60_000;

    private final ObjectStore store;
    private final DatabaseThread thread;
    private final ObjectKey all;
    private final ObjectKey favoured;
    private boolean published;
    private boolean hadPrioritised;
    private Set<String> seenRequests = Set.of();

    LeaseRoster(ObjectStore store, DatabaseThread thread, LeaseProcess us) {
        this.store = store;
        this.thread = thread;
        this.all = new ObjectKey(RecordKeys.ROSTER, us.name());
        this.favoured = new ObjectKey(RecordKeys.PRIORITISED, us.name());
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> statuses) {
        return thread.run(() -> {
            List<InstanceStatus> prioritised =
                    statuses.stream().filter(status -> status.priority() > 0).toList();
            List<BatchWrite> writes = new ArrayList<>();
            writes.add(new BatchWrite.Put(all, lines(statuses), WriteCondition.unconditional()));
            if (!prioritised.isEmpty() || hadPrioritised) {
                writes.add(new BatchWrite.Put(favoured, lines(prioritised), WriteCondition.unconditional()));
            }
            store.apply(writes);
            hadPrioritised = !prioritised.isEmpty();
            if (!published) {
                published = true;
                removeStaleRows();
            }
        });
    }

    private static String lines(List<InstanceStatus> statuses) {
        return statuses.stream().map(StatusJson::write).collect(Collectors.joining("\n"));
    }

    private void removeStaleRows() {
        long now = store.clockMillis();
        for (String type : List.of(RecordKeys.ROSTER, RecordKeys.PRIORITISED)) {
            store.list(type).stream()
                    .filter(row -> now - row.updatedAtMs() > STALE_MILLIS)
                    .forEach(row -> store.deleteIf(row.key(), row.resourceVersion()));
        }
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return list(Set.of(election));
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return thread.submit(() -> read(RecordKeys.ROSTER).stream()
                .filter(status -> elections.contains(status.election()))
                .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return thread.submit(() -> read(RecordKeys.PRIORITISED));
    }

    /** Returns the statuses of all processes that published recently, by the database's clock. */
    List<InstanceStatus> read(String type) {
        List<StoredObject> rows = store.list(type);
        if (rows.isEmpty()) {
            return List.of();
        }
        long now = store.clockMillis();
        return rows.stream()
                .filter(row -> now - row.updatedAtMs() <= LIVE_MILLIS)
                .flatMap(row -> row.payload().lines())
                .flatMap(line -> Json.ifWellFormed(() -> StatusJson.readStatus(line)).stream())
                .toList();
    }

    @Override
    public CompletionStage<Void> send(TransferRequest request) {
        ObjectKey key = new ObjectKey(RecordKeys.REQUEST, request.requestId());
        return thread.run(() -> store.applyAndNotify(
                List.of(new BatchWrite.Put(key, StatusJson.write(request), WriteCondition.unconditional()))));
    }

    /** Returns the requests that this method has not returned before. Always called on the same thread. */
    List<TransferRequest> takeNewRequests() {
        List<StoredObject> rows = store.list(RecordKeys.REQUEST);
        if (rows.isEmpty()) {
            return List.of();
        }
        long now = store.clockMillis();
        Set<String> before = seenRequests;
        seenRequests = rows.stream().map(row -> row.key().id()).collect(Collectors.toSet());
        rows.stream()
                .filter(row -> Math.abs(now - row.createdAtMs()) > REQUEST_KEPT_MILLIS)
                .forEach(row -> store.deleteIf(row.key(), row.resourceVersion()));
        return rows.stream()
                .filter(row -> !before.contains(row.key().id()) && now - row.createdAtMs() < REQUEST_VALID_MILLIS)
                .flatMap(row -> Json.ifWellFormed(() -> StatusJson.readTransfer(row.payload())).stream())
                .toList();
    }

    /** Removes the entries of this process, if it published any. */
    void remove() {
        thread.run(() -> {
            if (published) {
                for (ObjectKey key : List.of(all, favoured)) {
                    store.get(key).ifPresent(row -> store.deleteIf(key, row.resourceVersion()));
                }
            }
        });
    }
}
