package dev.baton.lease;

import dev.baton.store.WriteCondition;
import dev.baton.support.process.Evidence;
import java.time.Duration;
import java.util.Optional;

/** Whether a candidate may take a lease, from the records and how long they have been unchanged. Pure. */
sealed interface LeaseDecision {
    /** How long a transfer reserves the lease for its target. */
    Duration RESERVATION = Duration.ofSeconds(2);

    /** The candidate may take the lease under this condition. */
    record Take(WriteCondition condition) implements LeaseDecision {}

    /** Another candidate of this process holds the lease. */
    record Local(long epoch) implements LeaseDecision {}

    /** Another instance holds the lease or a reservation, for at most this long if it stays silent. */
    record Wait(String holder, long epoch, Duration atMost) implements LeaseDecision {}

    /**
     * The candidate that wants the lease.
     *
     * @param ttl the ttl of records that do not contain one
     */
    record Requester(LeaseProcess process, String candidate, String instanceId, Duration ttl) {}

    /** Whether a process, and every command that it started, has ended. */
    @FunctionalInterface
    interface DeathEvidence {
        Evidence hasEnded(LeaseProcess process);
    }

    /**
     * Returns the decision.
     *
     * @param unchangedFor how long the requester itself has seen the records unchanged, on its monotonic clock
     */
    static LeaseDecision of(
            ElectionSnapshot snapshot, Requester requester, Duration unchangedFor, DeathEvidence evidence) {
        if (snapshot.isFree()) {
            return unlessReserved(snapshot, requester, unchangedFor);
        }
        Optional<LeaseRecord> holder = snapshot.holder();
        if (holder.isPresent()
                && holder.get().process().name().equals(requester.process().name())) {
            return holder.get().isOf(requester.process(), requester.candidate())
                    ? new Take(matchVersion(snapshot))
                    : new Local(holder.get().epoch());
        }
        if (holder.isPresent() && evidence.hasEnded(holder.get().process()).isProof()) {
            return new Take(matchVersion(snapshot));
        }
        Duration ttl = holder.map(LeaseRecord::ttl).orElse(requester.ttl());
        if (unchangedFor.compareTo(ttl) >= 0) {
            return new Take(snapshot.leaseRow()
                    .map(row -> WriteCondition.matchUnchangedFor(row.resourceVersion(), ttl))
                    .orElseGet(WriteCondition::mustCreate));
        }
        String name = holder.map(LeaseRecord::holder).orElse("(unreadable)");
        return new Wait(name, snapshot.highestEpoch(), ttl.minus(unchangedFor));
    }

    private static WriteCondition matchVersion(ElectionSnapshot snapshot) {
        return snapshot.leaseRow()
                .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
    }

    private static LeaseDecision unlessReserved(ElectionSnapshot snapshot, Requester requester, Duration unchangedFor) {
        String reserved = snapshot.epoch().map(EpochRecord::reservedFor).orElse("");
        if (!reserved.isEmpty() && !reserved.equals(requester.instanceId())) {
            long written = snapshot.epochRow().map(row -> row.updatedAtMs()).orElse(0L);
            Duration age = Duration.ofMillis(snapshot.clockMillis() - written);
            // A clock that was set back shows no age; then our own observation counts.
            Duration since = age.isNegative() || age.compareTo(unchangedFor) < 0 ? unchangedFor : age;
            if (since.compareTo(RESERVATION) < 0) {
                return new Wait(reserved, snapshot.highestEpoch(), RESERVATION.minus(since));
            }
        }
        return new Take(WriteCondition.mustCreate());
    }
}
