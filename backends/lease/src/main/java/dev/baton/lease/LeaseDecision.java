package dev.baton.lease;

import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.util.Optional;

/** What a candidate may do about an election, decided from what it read and for how long that stood still. Pure. */
sealed interface LeaseDecision {
    /** How long a transfer keeps others out. */
    Duration RESERVATION = Duration.ofSeconds(2);

    /** It may take the lease, on this condition. */
    record Take(WriteCondition condition) implements LeaseDecision {}

    /** Another candidate of this process holds it. */
    record Local(long epoch) implements LeaseDecision {}

    /** Somebody else holds it, or has a reservation, for so long if nothing is heard of him. */
    record Wait(String holder, long epoch, Duration atMost) implements LeaseDecision {}

    /**
     * Who asks.
     *
     * @param ttl for records that do not say theirs
     */
    record Asker(LeaseProcess process, String candidate, String instanceId, Duration ttl) {}

    /** Whether a process is proved to be gone. */
    @FunctionalInterface
    interface Obituaries {
        boolean isGone(LeaseProcess process);
    }

    /**
     * The verdict.
     *
     * @param watched how long the asker itself has seen the records stand still, on its monotonic clock
     */
    static LeaseDecision of(ElectionSnapshot standing, Asker asker, Duration watched, Obituaries obituaries) {
        if (standing.isFree()) {
            return unlessReserved(standing, asker, watched);
        }
        Optional<LeaseRecord> holder = standing.holder();
        if (holder.isPresent()
                && holder.get().process().name().equals(asker.process().name())) {
            return holder.get().isOf(asker.process(), asker.candidate())
                    ? new Take(whateverItsAge(standing))
                    : new Local(holder.get().epoch());
        }
        if (holder.isPresent() && obituaries.isGone(holder.get().process())) {
            return new Take(whateverItsAge(standing));
        }
        Duration ttl = holder.map(LeaseRecord::ttl).orElse(asker.ttl());
        if (watched.compareTo(ttl) >= 0) {
            return new Take(standing.leaseRow()
                    .map(row -> WriteCondition.matchUnchangedFor(row.resourceVersion(), ttl))
                    .orElseGet(WriteCondition::mustCreate));
        }
        String name = holder.map(LeaseRecord::holder).orElse("(unreadable)");
        return new Wait(name, standing.highestEpoch(), ttl.minus(watched));
    }

    private static WriteCondition whateverItsAge(ElectionSnapshot standing) {
        return standing.leaseRow()
                .map(row -> WriteCondition.matchResourceVersion(row.resourceVersion()))
                .orElseGet(WriteCondition::mustCreate);
    }

    private static LeaseDecision unlessReserved(ElectionSnapshot standing, Asker asker, Duration watched) {
        String reserved = standing.epoch().map(EpochRecord::reservedFor).orElse("");
        if (!reserved.isEmpty() && !reserved.equals(asker.instanceId())) {
            long written = standing.epochRow().map(row -> row.updatedAtMs()).orElse(0L);
            Duration age = Duration.ofMillis(standing.clockMillis() - written);
            // A clock that was set back tells no age; then it is what was watched.
            Duration since = age.isNegative() || age.compareTo(watched) < 0 ? watched : age;
            if (since.compareTo(RESERVATION) < 0) {
                return new Wait(reserved, standing.highestEpoch(), RESERVATION.minus(since));
            }
        }
        return new Take(WriteCondition.mustCreate());
    }
}
