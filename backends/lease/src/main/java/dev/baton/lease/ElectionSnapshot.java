package dev.baton.lease;

import dev.baton.LeaderInfo;
import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The records of one election, read in one statement.
 *
 * @param lease the parsed lease; empty if there is none, it is unreadable, or it is an old copy, of a tenure before the
 *     one in the epoch record
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
        Optional<EpochRecord> epoch = epochRow.flatMap(row -> EpochRecord.read(row.payload()));
        long last = epoch.map(known -> known.last().epoch()).orElse(0L);
        return new ElectionSnapshot(
                leaseRow,
                leaseRow.flatMap(row -> LeaseRecord.read(row.payload())).filter(lease -> lease.epoch() >= last),
                epochRow,
                epoch,
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

    /**
     * Returns how long the holder may lead without renewing; empty if no record says it. The lease and the epoch record
     * contain the same ttl. If they differ, one was edited by hand, and the longer one is waited for.
     */
    Optional<Duration> ttl() {
        Optional<LeaseRecord> unreleased =
                epoch.filter(last -> !last.released()).map(EpochRecord::last);
        return Stream.concat(lease.stream(), unreleased.stream())
                .map(LeaseRecord::ttl)
                .max(Comparator.naturalOrder());
    }

    /** Returns the leader; none if the lease has expired by the database's clock or its process has ended. */
    Optional<LeaderInfo> leader(String election, Predicate<LeaseProcess> hasEnded) {
        long renewed = leaseRow.map(StoredObject::updatedAtMs).orElse(0L);
        long since = sinceMillis();
        return lease.filter(found -> clockMillis - renewed < found.ttl().toMillis())
                .filter(found -> !hasEnded.test(found.process()))
                .map(found -> new LeaderInfo(
                        election,
                        found.holder(),
                        found.epoch(),
                        Instant.ofEpochMilli(since),
                        Optional.of(found.url()).filter(url -> !url.isEmpty())));
    }

    /** Returns when the last tenure began, by the database's clock. */
    long sinceMillis() {
        return epoch.map(EpochRecord::sinceMillis)
                .filter(recorded -> recorded > 0)
                .or(() -> epochRow.map(StoredObject::updatedAtMs))
                .or(() -> leaseRow.map(StoredObject::createdAtMs))
                .orElse(0L);
    }

    /** Returns whether the election was released. A missing record alone is not a release. */
    boolean isFree() {
        boolean wasReleased = epochRow.isPresent()
                ? epoch.map(EpochRecord::released).orElse(false)
                : lastTenure.map(TenureRecord::isOver).orElse(true);
        return leaseRow.isEmpty() && wasReleased;
    }

    /** Returns the condition that the lease has not changed since this snapshot. */
    WriteCondition leaseCondition() {
        return unchanged(leaseRow);
    }

    /** Returns the condition that the epoch record has not changed since this snapshot. */
    WriteCondition epochCondition() {
        return unchanged(epochRow);
    }

    private static WriteCondition unchanged(Optional<StoredObject> row) {
        return row.map(found -> WriteCondition.matchResourceVersion(found.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
    }

    /** Returns a text that changes with every write of the holder. */
    String fingerprint() {
        return leaseRow.map(row -> "lease " + row.resourceVersion())
                .or(() -> epochRow.map(row -> "epoch " + row.resourceVersion()))
                .orElse("nothing");
    }

    /** Returns whether the readable records name this tenure and no other. */
    boolean isHeldBy(LeaseRecord ours) {
        Optional<Boolean> epochIsOurs =
                epoch.map(found -> !found.released() && found.last().isSameTenure(ours));
        return lease.map(found -> found.isSameTenure(ours) && epochIsOurs.orElse(true))
                .orElse(epochIsOurs.orElse(false));
    }

    long highestEpoch() {
        return LongStream.of(
                        lastTenure.map(TenureRecord::epoch).orElse(0L),
                        lease.map(LeaseRecord::epoch).orElse(0L),
                        epoch.map(known -> known.last().epoch()).orElse(0L))
                .max()
                .orElseThrow();
    }
}
