package dev.baton.kubernetes;

import dev.baton.BatonException;
import dev.baton.kubernetes.api.KubeObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;

/** The Leases in the namespace against the timing of this candidate. */
record LeaseSurvey(KubernetesContext context, KubernetesAccess access) {
    private static final int MANY_ELECTIONS = 300;

    String describe() {
        List<ElectionLease> leases = leases();
        int count = leases.size();
        KubernetesOptions options = context.options();
        if (count > MANY_ELECTIONS) {
            throw new BatonException(count
                    + " elections are in this namespace. Each leader writes once per renewal, which"
                    + " is "
                    + count / Math.max(1, options.renewInterval().toSeconds())
                    + " writes a second; consider etcd or a database");
        }
        String unsuited = unsuited(leases);
        if (!unsuited.isEmpty()) {
            throw new BatonException(unsuited);
        }
        return count + " elections" + durations(leases) + "; each leader writes every "
                + options.renewInterval().toMillis()
                + " ms. Candidates of client-go before 1.27 wait their own lease duration: it must be longer than "
                + options.ttl().toSeconds() + " s";
    }

    private String durations(List<ElectionLease> leases) {
        LongSummaryStatistics seconds = leases.stream()
                .filter(lease -> !lease.isFree())
                .mapToLong(lease -> lease.ttl(context.options().ttl()).toSeconds())
                .summaryStatistics();
        return seconds.getCount() == 0
                ? ""
                : ", with leases of " + seconds.getMin()
                        + (seconds.getMax() > seconds.getMin() ? " to " + seconds.getMax() : "") + " s";
    }

    private List<ElectionLease> leases() {
        List<KubeObject> found = access.isComplete()
                ? context.api().list(ElectionLease.SELECTION).objects()
                : access.names().stream()
                        .filter(name -> !LeaseNames.isHistory(name))
                        .flatMap(name -> context.api().get(name).stream())
                        .toList();
        return found.stream().map(ElectionLease::new).toList();
    }

    /**
     * A participant that waits a shorter time than the renew interval would take a live leader for dead; one with a longer
     * duration makes its own failures last longer.
     */
    private String unsuited(List<ElectionLease> leases) {
        Duration shortest = context.options().renewInterval();
        List<String> findings = new ArrayList<>();
        for (ElectionLease lease : leases) {
            Duration recorded = lease.ttl(context.options().ttl());
            if (!lease.isFree() && recorded.compareTo(shortest) <= 0) {
                findings.add("the holder " + lease.holder() + " of "
                        + lease.object().name() + " has a lease of "
                        + recorded.toSeconds() + " s, but a leader here renews only every " + shortest.toMillis()
                        + " ms: shorten renew, or lengthen the lease of the others");
            }
        }
        return String.join("; ", findings);
    }
}
