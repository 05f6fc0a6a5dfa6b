package dev.baton.lease;

import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import java.util.Optional;

/**
 * An election as its records tell it at one moment.
 *
 * @param lease what the lease says; empty when there is none or it is unreadable
 * @param epoch what the epoch record says; empty when there is none or it is unreadable
 * @param lastReign the last line of the history, read only where the epoch record does not help
 */
record ElectionSnapshot(
        Optional<StoredObject> leaseRow,
        Optional<LeaseRecord> lease,
        Optional<StoredObject> epochRow,
        Optional<EpochRecord> epoch,
        Optional<TenureRecord> lastReign,
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

    /** Whose the election is, as far as it can be read: the lease goes before the epoch record. */
    Optional<LeaseRecord> holder() {
        return lease.or(() -> epoch.filter(last -> !last.released()).map(EpochRecord::last));
    }

    /** Nobody holds it, and whoever did gave it back: a record that is gone is not a release. */
    boolean isFree() {
        boolean givenBack = epochRow.isPresent()
                ? epoch.map(EpochRecord::released).orElse(false)
                : lastReign.map(TenureRecord::isOver).orElse(true);
        return leaseRow.isEmpty() && givenBack;
    }

    /** Changes whenever the holder does anything: as long as it does not, nothing was heard of the holder. */
    String mark() {
        return leaseRow.map(row -> "lease " + row.resourceVersion())
                .orElseGet(() ->
                        epochRow.map(row -> "epoch " + row.resourceVersion()).orElse("nothing"));
    }

    /** Whether the records, as far as they can be read, speak of this reign and of no other. */
    boolean isStill(LeaseRecord ours) {
        Optional<Boolean> epochIsOurs =
                epoch.map(found -> !found.released() && found.last().isSameReign(ours));
        return lease.map(found -> found.isSameReign(ours) && epochIsOurs.orElse(true))
                .orElse(epochIsOurs.orElse(false));
    }

    long highestEpoch() {
        return Math.max(
                lastReign.map(TenureRecord::epoch).orElse(0L),
                Math.max(
                        lease.map(LeaseRecord::epoch).orElse(0L),
                        epoch.map(known -> known.last().epoch()).orElse(0L)));
    }
}
