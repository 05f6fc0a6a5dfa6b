package dev.baton.lease;

import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import java.util.Optional;

/**
 * The records of one election, read in one statement.
 *
 * @param lease the parsed lease; empty if there is none or it is unreadable
 * @param epoch the parsed epoch record; empty if there is none or it is unreadable
 * @param lastTenure the last entry of the history, read only if there is no readable epoch record
 */
record ElectionSnapshot(
        Optional<StoredObject> leaseRow,
        Optional<LeaseRecord> lease,
        Optional<StoredObject> epochRow,
        Optional<EpochRecord> epoch,
        Optional<TenureRecord> lastTenure,
        long clockMillis) {

    static ElectionSnapshot of(String election, StoreSnapshot snapshot) {
        Optional<StoredObject> leaseRow = snapshot.get(RecordKeys.lease(election));
        Optional<StoredObject> epochRow = snapshot.get(RecordKeys.epoch(election));
        return new ElectionSnapshot(
                leaseRow,
                leaseRow.flatMap(row -> LeaseRecord.read(row.payload())),
                epochRow,
                epochRow.flatMap(row -> EpochRecord.read(row.payload())),
                Optional.empty(),
                snapshot.clockMillis());
    }

    ElectionSnapshot with(Optional<TenureRecord> last) {
        return new ElectionSnapshot(leaseRow, lease, epochRow, epoch, last, clockMillis);
    }

    /** Returns the current holder, from the lease or else from the epoch record. */
    Optional<LeaseRecord> holder() {
        return lease.or(() -> epoch.filter(last -> !last.released()).map(EpochRecord::last));
    }

    /** Returns whether the election was released. A missing record alone is not a release. */
    boolean isFree() {
        boolean wasReleased = epochRow.isPresent()
                ? epoch.map(EpochRecord::released).orElse(false)
                : lastTenure.map(TenureRecord::isOver).orElse(true);
        return leaseRow.isEmpty() && wasReleased;
    }

    /** Returns a text that changes with every write of the holder. */
    String fingerprint() {
        return leaseRow.map(row -> "lease " + row.resourceVersion())
                .orElseGet(() ->
                        epochRow.map(row -> "epoch " + row.resourceVersion()).orElse("nothing"));
    }

    /** Returns whether the readable records name this tenure and no other. */
    boolean isHeldBy(LeaseRecord ours) {
        Optional<Boolean> epochIsOurs =
                epoch.map(found -> !found.released() && found.last().isSameTenure(ours));
        return lease.map(found -> found.isSameTenure(ours) && epochIsOurs.orElse(true))
                .orElse(epochIsOurs.orElse(false));
    }

    long highestEpoch() {
        return Math.max(
                lastTenure.map(TenureRecord::epoch).orElse(0L),
                Math.max(
                        lease.map(LeaseRecord::epoch).orElse(0L),
                        epoch.map(known -> known.last().epoch()).orElse(0L)));
    }
}
