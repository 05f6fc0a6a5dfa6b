package dev.baton.file;

import dev.baton.spi.Claim;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The claims of the candidates of this process, at most one for each election. Thread-safe. */
final class LocalClaims {
    private final Map<String, HeldClaim> claims = new ConcurrentHashMap<>();

    void put(String election, HeldClaim claim) {
        claims.put(election, claim);
    }

    Optional<HeldClaim> of(String election) {
        return Optional.ofNullable(claims.get(election));
    }

    /** Returns the claim with this epoch, if a candidate of this process holds it. */
    Optional<HeldClaim> of(Claim claim) {
        return of(claim.election())
                .filter(held -> held.epoch() == claim.epoch()
                        && held.owner().instanceId().equals(claim.instanceId()));
    }

    /** Returns whether another candidate of this process holds the claim. */
    boolean isHeldByOther(FileContender contender, String election) {
        return of(election).filter(held -> held.contender() != contender).isPresent();
    }

    /** Returns whether this claim is still the one of the election. */
    boolean contains(String election, HeldClaim claim) {
        return of(election).filter(claim::equals).isPresent();
    }

    void drop(String election, HeldClaim claim) {
        claims.remove(election, claim);
    }

    /** Drops the claim of the candidate with this epoch; with any epoch if it is empty. */
    void drop(FileContender contender, String election, Optional<Long> epoch) {
        claims.computeIfPresent(
                election, (name, held) -> held.contender() == contender && held.hasEpoch(epoch) ? null : held);
    }

    /** Returns the claims of the candidates of this backend, by election. */
    Map<String, HeldClaim> allOf(FileBackend backend) {
        Map<String, HeldClaim> found = new HashMap<>(claims);
        found.values().removeIf(held -> !held.contender().isOf(backend));
        return found;
    }

    boolean hasAnyOf(FileBackend backend) {
        return claims.values().stream().anyMatch(held -> held.contender().isOf(backend));
    }

    void dropAllOf(FileBackend backend) {
        claims.values().removeIf(held -> held.contender().isOf(backend));
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }
}
