package dev.baton.kubernetes;

import dev.baton.ClockReading;
import dev.baton.LockException;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.support.text.KubeElectionLease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One attempt to take a Lease: read, decide, and write if it has not changed. A missing Lease is created without a holder
 * first, because only a version that the server assigned makes the epoch unique.
 *
 * @param floor the epoch must be larger
 * @param withdrawals how often the candidate had withdrawn when it asked for this attempt
 */
record LeaseTaking(
        KubernetesContext context, KubernetesContender contender, TenureRelease release, long floor, long withdrawals) {
    private static final int ROUNDS = 4;
    private static final Duration SOON = Duration.ofMillis(50);
    /** How many tenures the Lease keeps before the older ones are moved to the history. */
    private static final int TENURES_IN_LEASE = 8;

    private static final int MOST_TENURES_IN_LEASE = 64;

    AcquireOutcome run() {
        refuseLargest(floor);
        for (int round = 0; round < ROUNDS; round++) {
            if (contender.withdrawals() != withdrawals) {
                return withdrawn();
            }
            Optional<ElectionLease> lease = context.lease(contender.election()).or(this::create);
            if (lease.isPresent()) {
                TakeDecision decision = contender.decide(lease.get());
                if (!decision.isTake()) {
                    return decision.refusal().orElseThrow();
                }
                Optional<AcquireOutcome> taken = take(lease.get());
                if (taken.isPresent()) {
                    return taken.get();
                }
            }
        }
        return new AcquireOutcome.HeldBy("(changing hands)", 0, Optional.of(SOON));
    }

    /** Returns empty if another candidate has created it. */
    private Optional<ElectionLease> create() {
        try {
            return Optional.of(new ElectionLease(context.api().create(ElectionLease.empty(contender.election()))));
        } catch (KubeException failed) {
            // Not found is the namespace.
            if (failed.isConflict() && !failed.isAbsent()) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    private void refuseLargest(long highest) {
        if (highest == Long.MAX_VALUE) {
            throw new LockException("election " + contender.election() + " in " + context.shown() + ": epoch " + highest
                    + " is the largest possible one, so no leader can follow. Nothing was changed. If the number was"
                    + " written by mistake, correct the annotation " + Marks.EPOCH + " of the Lease "
                    + LeaseNames.election(contender.election()));
        }
    }

    private Optional<AcquireOutcome> take(ElectionLease lease) {
        long highest = Math.max(floor, lease.highestEpoch());
        refuseLargest(highest);
        long epoch = highest + 1;
        List<LeaseTenure> kept = lease.tenures();
        long moved = lease.movedEpoch();
        if (kept.size() >= TENURES_IN_LEASE) {
            long last = kept.get(kept.size() - 1).epoch();
            if (moveToHistory(kept)) {
                kept = List.of();
                moved = last;
            } else if (kept.size() >= MOST_TENURES_IN_LEASE) {
                kept = kept.subList(kept.size() / 2, kept.size());
            }
        }
        ClockReading before = context.clock().now();
        KubeObject wanted = lease.taken(
                contender, epoch, context.options().ttl(), context.clock().wallMillis(), kept, moved);
        KubeObject written;
        try {
            written = context.api().replace(wanted);
        } catch (KubeException failed) {
            if (failed.isConflict()) {
                return Optional.empty();
            }
            if (!failed.isRefusal()) {
                contender.setUncertainVersion(wanted.version());
            }
            throw failed;
        }
        contender.setUncertainVersion("");
        context.held().add(contender.election(), new HeldTenure(contender, epoch, written));
        if (contender.withdrawals() != withdrawals) {
            release.drop();
            return Optional.of(withdrawn());
        }
        String tenureId = KubeElectionLease.tenureId(contender.candidate(), epoch);
        return Optional.of(new AcquireOutcome.Won(
                new Claim(contender.election(), contender.instanceId(), epoch, before, Optional.of(tenureId))));
    }

    /** Leadership does not depend on the history: without it the Lease keeps more tenures, and then drops the oldest. */
    private boolean moveToHistory(List<LeaseTenure> tenures) {
        try {
            return new OlderTenures(context.api())
                    .add(contender.election(), tenures, context.clock().wallMillis());
        } catch (KubeException failed) {
            KubernetesBackend.LOG.debug("election={} cannot write the history", contender.election(), failed);
            return false;
        }
    }

    private AcquireOutcome withdrawn() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + contender.election() + ": the candidate withdrew during the attempt"));
    }
}
