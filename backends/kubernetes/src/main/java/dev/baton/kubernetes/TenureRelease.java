package dev.baton.kubernetes;

import dev.baton.EndReason;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Releases a Lease: writes it without a holder, and keeps the epoch. */
record TenureRelease(KubernetesContext context, KubernetesContender contender, LocalCandidacies local) {
    private static final int ROUNDS = 4;

    ReleaseOutcome release(HeldTenure held, ReleaseRequest request) {
        String election = contender.election();
        HeldTenure latest =
                context.held().of(election).filter(held::isSameTenure).orElse(held);
        boolean done = write(new ElectionLease(latest.object()), request);
        for (int round = 0; !done && round < ROUNDS; round++) {
            Optional<ElectionLease> found = context.lease(election).filter(lease -> lease.isHeldBy(held));
            if (found.isEmpty()) {
                context.held().remove(election, held);
                return new ReleaseOutcome.NotOurs();
            }
            done = write(found.get(), request);
        }
        if (!done) {
            return new ReleaseOutcome.Unknown(context.conflict(election, "during every attempt to release it"));
        }
        released(Optional.of(held));
        return new ReleaseOutcome.Released();
    }

    /** Releases what this candidate holds, or what a write without an answer left or may still leave. */
    void drop() {
        String election = contender.election();
        Optional<HeldTenure> held = context.held().of(election).filter(one -> one.contender() == contender);
        for (int round = 0; round < ROUNDS; round++) {
            Optional<ElectionLease> lease = context.lease(election);
            boolean ours = lease.isPresent()
                    && (lease.get().candidate().equals(contender.candidate())
                            || held.filter(lease.get()::isHeldBy).isPresent());
            boolean pending =
                    lease.isPresent() && lease.get().object().version().equals(contender.uncertainVersion());
            if (!ours && !pending) {
                released(held);
                return;
            }
            boolean written = ours
                    ? write(lease.get(), ReleaseRequest.of(EndReason.SESSION_CLOSED))
                    : touch(lease.get().object());
            if (written) {
                released(held);
                return;
            }
        }
        throw context.conflict(election, "during every attempt to release it");
    }

    /** A write that is still on its way is based on this version: after another write it fails. */
    private boolean touch(KubeObject object) {
        return replace(
                object.withAnnotations(Map.of(Marks.TOUCHED, UUID.randomUUID().toString())));
    }

    private void released(Optional<HeldTenure> held) {
        contender.setUncertainVersion("");
        held.ifPresent(tenure -> context.held().remove(contender.election(), tenure));
        local.released(contender);
    }

    private boolean write(ElectionLease lease, ReleaseRequest request) {
        return replace(lease.released(request, context.clock().wallMillis()));
    }

    /** Returns false if the Lease has changed. */
    private boolean replace(KubeObject object) {
        try {
            context.api().replace(object);
            return true;
        } catch (KubeException failed) {
            if (failed.isConflict()) {
                return false;
            }
            throw failed;
        }
    }
}
