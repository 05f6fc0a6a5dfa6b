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
import dev.baton.support.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Who is here: one record a process, with a line for each of its candidates. */
final class LeaseRoster implements Roster {
    private static final long LIVE_MILLIS = 15_000;
    private static final long KEPT_MILLIS = 3_600_000;

    private final ObjectStore store;
    private final DatabaseThread lane;
    private final ObjectKey all;
    private final ObjectKey favoured;
    private boolean announced;
    private boolean hadFavourites;

    LeaseRoster(ObjectStore store, DatabaseThread lane, LeaseProcess us) {
        this.store = store;
        this.lane = lane;
        this.all = new ObjectKey(RecordKeys.ROSTER, us.name());
        this.favoured = new ObjectKey(RecordKeys.FAVOURED, us.name());
    }

    @Override
    public CompletionStage<Void> announce(List<InstanceStatus> frames) {
        return lane.run(() -> {
            List<InstanceStatus> favourites =
                    frames.stream().filter(frame -> frame.priority() > 0).toList();
            List<BatchWrite> writes = new ArrayList<>();
            writes.add(BatchWrite.put(all, lines(frames), WriteCondition.unconditional()));
            if (!favourites.isEmpty() || hadFavourites) {
                writes.add(BatchWrite.put(favoured, lines(favourites), WriteCondition.unconditional()));
            }
            store.apply(writes);
            hadFavourites = !favourites.isEmpty();
            if (!announced) {
                announced = true;
                forgetTheDead();
            }
        });
    }

    private static String lines(List<InstanceStatus> frames) {
        return frames.stream().map(StatusJson::write).collect(Collectors.joining("\n"));
    }

    private void forgetTheDead() {
        long now = store.clockMillis();
        for (String type : List.of(RecordKeys.ROSTER, RecordKeys.FAVOURED)) {
            store.list(type).stream()
                    .filter(row -> now - row.updatedAtMs() > KEPT_MILLIS)
                    .forEach(row -> store.deleteIf(row.key(), row.resourceVersion()));
        }
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(String election) {
        return lane.ask(() -> read(RecordKeys.ROSTER).stream()
                .filter(frame -> frame.election().equals(election))
                .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> list(Set<String> elections) {
        return lane.ask(() -> read(RecordKeys.ROSTER).stream()
                .filter(frame -> elections.contains(frame.election()))
                .toList());
    }

    @Override
    public CompletionStage<List<InstanceStatus>> prioritised() {
        return lane.ask(() -> read(RecordKeys.FAVOURED));
    }

    /** The frames of all processes that spoke of late, by the database's clock. */
    List<InstanceStatus> read(String type) {
        List<StoredObject> rows = store.list(type);
        if (rows.isEmpty()) {
            return List.of();
        }
        long now = store.clockMillis();
        return rows.stream()
                .filter(row -> now - row.updatedAtMs() <= LIVE_MILLIS)
                .flatMap(row -> row.payload().lines())
                .map(LeaseRoster::frame)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<InstanceStatus> frame(String line) {
        try {
            return Optional.of(StatusJson.readStatus(line));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public CompletionStage<Void> send(TransferRequest frame) {
        ObjectKey key = new ObjectKey(RecordKeys.REQUEST, frame.requestId());
        return lane.run(() -> store.applyAndAnnounce(
                List.of(BatchWrite.put(key, StatusJson.write(frame), WriteCondition.unconditional()))));
    }

    /** Says good-bye, if anything was ever said. */
    void leave() {
        lane.run(() -> {
            if (announced) {
                for (ObjectKey key : List.of(all, favoured)) {
                    store.get(key).ifPresent(row -> store.deleteIf(key, row.resourceVersion()));
                }
            }
        });
    }
}
