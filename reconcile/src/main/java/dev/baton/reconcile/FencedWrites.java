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
 * The leader's writes. A record beside the resources holds the highest epoch that has begun; every write depends, in
 * its own transaction, on that record being as this leader left it.
 */
final class FencedWrites {
    static final String TYPE = "reconcile_fence";

    private final ObjectStore store;
    private final WritePermission mandate;
    private final Optional<BatchWrite> guard;

    private FencedWrites(ObjectStore store, WritePermission mandate, Optional<BatchWrite> guard) {
        this.store = store;
        this.mandate = mandate;
        this.guard = guard;
    }

    /**
     * Raises the fence to this reign's epoch: from now on no earlier leader can write.
     *
     * @throws LeadershipLostException when a later leader has raised it further
     */
    static FencedWrites raised(ObjectStore store, String type, WritePermission mandate) {
        if (mandate.epoch() == 0) {
            return new FencedWrites(store, mandate, Optional.empty());
        }
        ObjectKey key = new ObjectKey(TYPE, type);
        while (true) {
            Optional<StoredObject> present = store.get(key);
            long highest = present.map(row -> epoch(store, row)).orElse(0L);
            if (highest > mandate.epoch() || !mandate.isValid()) {
                throw lost(type, mandate, highest);
            }
            WriteCondition condition = present.<WriteCondition>map(
                            row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                    .orElseGet(WriteCondition::mustCreate);
            PutOutcome put = store.putIf(key, Long.toString(mandate.epoch()), condition);
            if (put instanceof PutOutcome.Stored stored) {
                return new FencedWrites(
                        store,
                        mandate,
                        Optional.of(new BatchWrite.Require(key, stored.object().resourceVersion())));
            }
        }
    }

    private static long epoch(ObjectStore store, StoredObject row) {
        try {
            return Long.parseLong(row.payload());
        } catch (NumberFormatException unreadable) {
            throw new StoreException(
                    row.key() + " in " + store.describe() + " has to be an epoch, but is \"" + row.payload()
                            + "\": write the highest epoch of the election into it, or delete the row",
                    unreadable);
        }
    }

    /**
     * Applies the write, if the record it names is as expected.
     *
     * @return false when somebody else wrote the record meanwhile
     * @throws LeadershipLostException when this leader is one of the past; nothing was written
     */
    boolean apply(BatchWrite write) {
        if (!mandate.isValid()) {
            throw lost(write.key().type(), mandate, mandate.epoch());
        }
        List<BatchWrite> steps = new ArrayList<>();
        guard.ifPresent(steps::add);
        steps.add(write);
        BatchOutcome outcome = store.apply(steps);
        if (outcome instanceof BatchOutcome.Conflict conflict) {
            if (guard.isPresent() && conflict.index() == 0) {
                throw lost(write.key().type(), mandate, mandate.epoch() + 1);
            }
            return false;
        }
        return true;
    }

    private static LeadershipLostException lost(String type, WritePermission mandate, long highest) {
        return new LeadershipLostException("the reconciler of " + type + " with epoch " + mandate.epoch()
                + " writes no more: "
                + (highest > mandate.epoch() ? "a later leader has begun" : "its leadership is over"));
    }
}
