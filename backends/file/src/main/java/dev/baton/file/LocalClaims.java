package dev.baton.file;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The claims that candidates of this process hold, at most one for each election. Thread-safe. */
final class LocalClaims {
    private final Map<String, HeldClaim> claims = new ConcurrentHashMap<>();

    void put(String election, HeldClaim claim) {
        claims.put(election, claim);
    }

    Optional<HeldClaim> of(String election) {
        return Optional.ofNullable(claims.get(election));
    }

    /** The claim of this epoch, if a candidate of this process holds it. */
    Optional<HeldClaim> of(String election, String instanceId, long epoch) {
        return of(election)
                .filter(held ->
                        held.epoch() == epoch && held.owner().instanceId().equals(instanceId));
    }

    boolean isHeldByRivalOf(FileContender contender, String election) {
        HeldClaim held = claims.get(election);
        return held != null && held.contender() != contender;
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
