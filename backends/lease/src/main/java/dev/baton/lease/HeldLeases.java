package dev.baton.lease;

import dev.baton.spi.Claim;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The leases that this process holds, by election. */
final class HeldLeases {
    private final Map<String, HeldLease> held = new ConcurrentHashMap<>();

    void add(String election, HeldLease holding) {
        held.put(election, holding);
    }

    Optional<HeldLease> of(String election) {
        return Optional.ofNullable(held.get(election));
    }

    /** What belongs to a claim: owner <em>and</em> epoch match. */
    Optional<HeldLease> of(Claim claim) {
        return of(claim.election()).filter(holding -> holding.matches(claim.instanceId(), claim.epoch()));
    }

    /** The record got a new version; ignored when another reign has begun meanwhile. */
    void moved(String election, HeldLease before, long version) {
        held.computeIfPresent(election, (name, now) -> now.lease().equals(before.lease()) ? now.at(version) : now);
    }

    void remove(String election, LeaseRecord lease) {
        held.computeIfPresent(election, (name, now) -> now.lease().equals(lease) ? gone() : now);
    }

    @SuppressWarnings("NullAway") // a map's way to say: remove
    private static HeldLease gone() {
        return null;
    }

    Set<String> elections() {
        return Set.copyOf(held.keySet());
    }
}
