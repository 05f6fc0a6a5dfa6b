package dev.baton.reconcile;

import dev.baton.LeadershipLostException;
import dev.baton.store.BatchOutcome;
import dev.baton.store.BatchWrite;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.PutOutcome;
import dev.baton.store.StoreException;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The leader's writes. A record beside the resources holds the highest epoch. Every write requires, in its own transaction,
 * that this record still has the version that this leader wrote.
 */
record FencedWrites(ObjectStore store, WritePermission permission, Optional<BatchWrite> guard) {
    static final String TYPE = "reconcile_fence";

    /**
     * Raises the fence to the epoch of this tenure: from now on no earlier leader can write.
     *
     * @throws FencedOutException if the fence is higher: a later leader has raised it, or the election has begun to count
     *     anew in another store
     * @throws LeadershipLostException if this leadership has ended
     */
    static FencedWrites raise(ObjectStore store, String type, WritePermission permission) {
        if (permission.epoch() == 0) {
            return new FencedWrites(store, permission, Optional.empty());
        }
        ObjectKey key = new ObjectKey(TYPE, type);
        while (true) {
            Optional<StoredObject> present = store.get(key);
            long highest = present.map(row -> epoch(store, row)).orElse(0L);
            if (!permission.isValid()) {
                throw lost(type, permission, permission.epoch());
            }
            if (highest > permission.epoch()) {
                throw new FencedOutException(type, permission.epoch(), highest, store.describe());
            }
            WriteCondition condition = present.map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                    .orElseGet(WriteCondition::mustCreate);
            PutOutcome put = store.putIf(key, Long.toString(permission.epoch()), condition);
            if (put instanceof PutOutcome.Stored stored) {
                long version = stored.object().resourceVersion();
                return new FencedWrites(store, permission, Optional.of(new BatchWrite.Require(key, version)));
            }
        }
    }

    private static long epoch(ObjectStore store, StoredObject row) {
        try {
            return Long.parseLong(row.payload());
        } catch (NumberFormatException unreadable) {
            throw new StoreException(
                    row.key() + " in " + store.describe() + " must be an epoch, but is \"" + row.payload()
                            + "\": write the highest epoch of the election into it, or delete the row",
                    unreadable);
        }
    }

    /**
     * Applies the writes, all of them or none, if their records have the expected versions.
     *
     * @return false if one of the records was written by another process in between
     * @throws LeadershipLostException if this is a former leader; nothing was written
     */
    boolean apply(List<BatchWrite> changes) {
        if (!permission.isValid()) {
            throw lost(changes.get(0).key().type(), permission, permission.epoch());
        }
        List<BatchWrite> batch = new ArrayList<>();
        guard.ifPresent(batch::add);
        batch.addAll(changes);
        BatchOutcome outcome = store.apply(batch);
        if (guard.isPresent() && outcome instanceof BatchOutcome.Conflict conflict && conflict.index() == 0) {
            throw lost(changes.get(0).key().type(), permission, permission.epoch() + 1);
        }
        return outcome instanceof BatchOutcome.Applied;
    }

    private static LeadershipLostException lost(String type, WritePermission permission, long highest) {
        return new LeadershipLostException("the reconciler of " + type + " with epoch " + permission.epoch()
                + " stopped writing: "
                + (highest > permission.epoch() ? "a later leader has taken over" : "its leadership has ended"));
    }
}
