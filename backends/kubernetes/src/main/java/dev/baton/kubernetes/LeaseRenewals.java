package dev.baton.kubernetes;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.util.Optional;

/**
 * Renews a Lease with one write. It is read only if it has changed: the reply to an earlier renewal was lost, or another
 * program wrote an annotation.
 */
record LeaseRenewals(KubernetesContext context) {

    RenewOutcome renew(Claim claim) {
        Optional<HeldTenure> held = context.held().of(claim);
        if (held.isEmpty()) {
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        String election = claim.election();
        Optional<RenewOutcome> renewed =
                write(election, held.get(), new ElectionLease(held.get().object()));
        if (renewed.isPresent()) {
            return renewed.get();
        }
        Optional<ElectionLease> found = context.lease(election).filter(lease -> lease.isHeldBy(held.get()));
        if (found.isEmpty()) {
            context.held().remove(election, held.get());
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        return write(election, held.get(), found.get())
                .orElseGet(() -> new RenewOutcome.Unknown(context.conflict(election, "while it was being read")));
    }

    /** Returns empty if the Lease has changed. */
    private Optional<RenewOutcome> write(String election, HeldTenure held, ElectionLease lease) {
        ClockReading before = context.clock().now();
        try {
            KubeObject written = context.api()
                    .replace(lease.renewed(
                            held, context.options().ttl(), context.clock().wallMillis()));
            context.held().written(election, held, written);
            return Optional.of(new RenewOutcome.Renewed(before));
        } catch (KubeException failed) {
            if (failed.isConflict()) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
