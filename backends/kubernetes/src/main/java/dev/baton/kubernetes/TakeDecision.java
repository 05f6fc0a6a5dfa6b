package dev.baton.kubernetes;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.recipe.CommandRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Whether a candidate may take a Lease, from the Lease and how long its specification has been unchanged. Pure. */
record TakeDecision(Optional<AcquireOutcome.HeldBy> refusal) {
    /** How long a transfer reserves the Lease for its target. */
    static final Duration RESERVATION = Duration.ofSeconds(2);

    private static final TakeDecision TAKE = new TakeDecision(Optional.empty());

    /**
     * What a candidate knows beside the Lease.
     *
     * @param unchangedFor how long this process has seen the specification unchanged, on its monotonic clock
     * @param ttl the duration of a Lease that states none
     * @param isLocal whether a candidate belongs to this process
     * @param delay the refusal while a command is seen running; asked only if the candidate could otherwise take the Lease
     */
    record Knowledge(
            String instanceId,
            String candidate,
            Duration unchangedFor,
            Duration ttl,
            Predicate<String> isLocal,
            Function<CommandRecord, Optional<AcquireOutcome.HeldBy>> delay) {}

    static TakeDecision of(ElectionLease lease, Knowledge known) {
        TakeDecision byLease = byLease(lease, known);
        return byLease.isTake() ? new TakeDecision(lease.command().flatMap(known.delay())) : byLease;
    }

    boolean isTake() {
        return refusal.isEmpty();
    }

    private static TakeDecision byLease(ElectionLease lease, Knowledge known) {
        if (lease.isFree()) {
            String reserved = lease.reservedFor();
            return reserved.isEmpty() || reserved.equals(known.instanceId())
                    ? TAKE
                    : unlessExpired(reserved, lease, RESERVATION, known);
        }
        // An earlier grant whose reply was lost is taken again, under a new epoch.
        if (lease.candidate().equals(known.candidate())) {
            return TAKE;
        }
        String shown = known.isLocal().test(lease.candidate()) ? "(local)" : lease.holder();
        return unlessExpired(shown, lease, lease.ttl(known.ttl()), known);
    }

    private static TakeDecision unlessExpired(String holder, ElectionLease lease, Duration limit, Knowledge known) {
        Duration left = limit.minus(known.unchangedFor());
        return left.isZero() || left.isNegative()
                ? TAKE
                : new TakeDecision(Optional.of(new AcquireOutcome.HeldBy(holder, lease.epoch(), Optional.of(left))));
    }
}
