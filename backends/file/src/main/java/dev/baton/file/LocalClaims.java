package dev.baton.file;

import dev.baton.spi.Claim;
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

    void drop(String election, HeldClaim claim) {
        claims.remove(election, claim);
    }

    void dropAllOf(FileContender contender, String election) {
        claims.computeIfPresent(election, (name, held) -> held.contender() == contender ? null : held);
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
