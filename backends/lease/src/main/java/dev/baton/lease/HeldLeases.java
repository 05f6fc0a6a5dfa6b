package dev.baton.lease;

import dev.baton.spi.Claim;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The leases that this process holds, by election. */
final class HeldLeases {
    private final Map<String, HeldLease> byElection = new ConcurrentHashMap<>();

    void add(String election, HeldLease held) {
        byElection.put(election, held);
    }

    Optional<HeldLease> of(String election) {
        return Optional.ofNullable(byElection.get(election));
    }

    /** Returns the lease of a claim: owner <em>and</em> epoch match. */
    Optional<HeldLease> of(Claim claim) {
        return of(claim.election())
                .filter(held -> held.lease().epoch() == claim.epoch()
                        && held.lease().holder().equals(claim.instanceId()));
    }

    /** Records a new version of the lease; ignored if another tenure has begun in between. */
    void updateVersion(String election, HeldLease before, long version) {
        byElection.computeIfPresent(
                election, (name, now) -> now.lease().equals(before.lease()) ? now.at(version) : now);
    }

    /** Remembers a new epoch record; ignored if it is not that of the tenure that this process holds. */
    void updateEpoch(String election, EpochRecord epoch, long version) {
        byElection.computeIfPresent(
                election, (name, now) -> now.lease().isSameTenure(epoch.last()) ? now.with(epoch, version) : now);
    }

    void remove(String election, LeaseRecord lease) {
        byElection.computeIfPresent(election, (name, now) -> now.lease().equals(lease) ? null : now);
    }
}
