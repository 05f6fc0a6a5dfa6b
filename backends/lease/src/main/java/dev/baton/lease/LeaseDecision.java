package dev.baton.lease;

import dev.baton.spi.AcquireOutcome;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Whether a candidate may take a lease, from the records and how long they have been unchanged. Pure. */
sealed interface LeaseDecision {
    /** How long a transfer reserves the lease for its target. */
    Duration RESERVATION = Duration.ofSeconds(2);

    /** The candidate may take the lease under this condition. */
    record Take(WriteCondition condition) implements LeaseDecision {}

    /** Another candidate holds the lease or a reservation. */
    record Wait(AcquireOutcome.HeldBy outcome) implements LeaseDecision {
        private static Wait atMost(String holder, long epoch, Duration left) {
            return new Wait(new AcquireOutcome.HeldBy(holder, epoch, Optional.of(left)));
        }
    }

    /**
     * Returns the decision.
     *
     * @param wanted the lease that the candidate would write; its ttl is also that of records that do not contain one
     * @param seen what the candidate itself has observed of the records
     * @param hasEnded whether a process is proven to have ended
     * @param delay the refusal while a command is seen running; asked only if the candidate could otherwise take the lease
     */
    static LeaseDecision of(
            ElectionSnapshot snapshot,
            LeaseRecord wanted,
            LeaseObservation seen,
            Predicate<LeaseProcess> hasEnded,
            Function<EpochRecord.RecordedCommand, Optional<AcquireOutcome.HeldBy>> delay) {
        LeaseDecision byRecords = byRecords(snapshot, wanted, seen, hasEnded);
        // Whatever frees the lease, a command that still runs holds it up: release, reservation, expiry, death
        // evidence.
        return byRecords instanceof Take
                ? snapshot.epoch()
                        .flatMap(EpochRecord::command)
                        .flatMap(delay)
                        .<LeaseDecision>map(Wait::new)
                        .orElse(byRecords)
                : byRecords;
    }

    private static LeaseDecision byRecords(
            ElectionSnapshot snapshot, LeaseRecord wanted, LeaseObservation seen, Predicate<LeaseProcess> hasEnded) {
        Duration unchangedFor = seen.unchangedFor();
        if (snapshot.isFree()) {
            return unlessReserved(snapshot, wanted.holder(), unchangedFor);
        }
        Optional<LeaseRecord> holder = snapshot.holder();
        boolean local = holder.isPresent() && holder.get().isOfSameProcess(wanted);
        if (local && holder.get().isOfSameCandidate(wanted)) {
            return new Take(snapshot.leaseCondition());
        }
        if (!local && holder.isPresent() && hasEnded.test(holder.get().process())) {
            return new Take(snapshot.leaseCondition());
        }
        // Never less than a candidate has seen: an edited record must not shorten the wait for a live leader.
        Duration recorded = snapshot.ttl().orElse(wanted.ttl());
        Duration ttl = recorded.compareTo(seen.longestTtl()) < 0 ? seen.longestTtl() : recorded;
        if (unchangedFor.compareTo(ttl) >= 0) {
            return new Take(snapshot.leaseRow()
                    .map(row -> WriteCondition.matchUnchangedFor(row.resourceVersion(), ttl))
                    .orElseGet(WriteCondition::mustCreate));
        }
        String name = local ? "(local)" : holder.map(LeaseRecord::holder).orElse("(unreadable)");
        return Wait.atMost(name, snapshot.highestEpoch(), ttl.minus(unchangedFor));
    }

    private static LeaseDecision unlessReserved(ElectionSnapshot snapshot, String instanceId, Duration unchangedFor) {
        String reserved = snapshot.epoch().map(EpochRecord::reservedFor).orElse("");
        if (!reserved.isEmpty() && !reserved.equals(instanceId)) {
            long written = snapshot.epochRow().map(StoredObject::updatedAtMs).orElse(0L);
            Duration age = Duration.ofMillis(snapshot.clockMillis() - written);
            // A clock that was set back shows no age; then our own observation counts.
            Duration since = age.compareTo(unchangedFor) < 0 ? unchangedFor : age;
            if (since.compareTo(RESERVATION) < 0) {
                return Wait.atMost(reserved, snapshot.highestEpoch(), RESERVATION.minus(since));
            }
        }
        return new Take(WriteCondition.mustCreate());
    }
}
