package dev.baton.kubernetes;

import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.Claim;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The tenures that this process holds, by election. */
final class HeldTenures {
    private final Map<String, HeldTenure> byElection = new ConcurrentHashMap<>();

    void add(String election, HeldTenure held) {
        byElection.put(election, held);
    }

    Optional<HeldTenure> of(String election) {
        return Optional.ofNullable(byElection.get(election));
    }

    /** Returns the tenure of a claim: owner <em>and</em> epoch match. */
    Optional<HeldTenure> of(Claim claim) {
        return of(claim.election())
                .filter(held -> held.epoch() == claim.epoch()
                        && held.contender().instanceId().equals(claim.instanceId()));
    }

    /** Records what was written; ignored if another tenure has begun in between. */
    void written(String election, HeldTenure held, KubeObject object) {
        byElection.computeIfPresent(election, (name, now) -> now.isSameTenure(held) ? now.at(object) : now);
    }

    void remove(String election, HeldTenure held) {
        byElection.computeIfPresent(election, (name, now) -> now.isSameTenure(held) ? null : now);
    }
}
