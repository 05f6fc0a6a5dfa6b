package dev.baton.kubernetes;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.TenureReporter;
import java.util.List;
import java.util.Optional;

/** One observer of one election. Called only by the thread of the mirror. */
final class LeaseElectionObserver implements Registration {
    private final String election;
    private final LeaderWatcher watcher;
    private final KubernetesContext context;
    private final LeaseChanges changes;
    private final TenureReporter reporter;
    private final long sinceMillis;
    private Optional<LeaderInfo> foreign = Optional.empty();
    private volatile boolean open = true;

    LeaseElectionObserver(String election, LeaderWatcher watcher, KubernetesContext context, LeaseChanges changes) {
        this.election = election;
        this.watcher = watcher;
        this.context = context;
        this.changes = changes;
        this.reporter = new TenureReporter(watcher);
        this.sinceMillis = context.clock().wallMillis();
    }

    String election() {
        return election;
    }

    void report(Optional<ElectionLease> lease, boolean regular) {
        if (!open) {
            return;
        }
        try {
            if (!reportNew(lease) && regular) {
                watcher.confirmed();
            }
        } catch (BatonException failed) {
            watcher.failed(failed);
        } catch (RuntimeException failed) {
            // A failing observer must not end the watch of all candidates.
            KubernetesBackend.LOG.warn("election={} observer failed", election, failed);
        }
    }

    void failed(ConnectionException cause) {
        if (open) {
            watcher.failed(cause);
        }
    }

    private boolean reportNew(Optional<ElectionLease> lease) {
        List<LeaseTenure> tenures = tenures(lease);
        if (reporter.isFirst()) {
            // Which of the past tenures are reported is no question of safety, so the wall clocks may decide it.
            tenures.stream()
                    .filter(tenure -> tenure.sinceMillis() < sinceMillis)
                    .forEach(tenure -> reporter.startAfter(tenure.epoch()));
        }
        List<TenureReporter.RecordedTenure> added = tenures.stream()
                .filter(tenure -> tenure.epoch() > reporter.highestEpoch())
                .map(tenure -> new TenureReporter.RecordedTenure(tenure.leader(election), tenure.isOver()))
                .toList();
        Optional<LeaderInfo> leader = leader(lease);
        boolean reported = reporter.report(leader.filter(found -> found.epoch() > 0), added);
        return reportForeign(leader.filter(found -> found.epoch() == 0)) || reported;
    }

    /** A leader of another program has no epoch, so the reporter cannot order it. */
    private boolean reportForeign(Optional<LeaderInfo> now) {
        boolean changed = !now.map(LeaderInfo::instanceId).equals(foreign.map(LeaderInfo::instanceId));
        if (changed && now.isPresent()) {
            watcher.leaderChanged(now);
        }
        foreign = now;
        return changed;
    }

    /** Returns the leader; none if this process has seen the Lease unchanged for its whole duration. */
    private Optional<LeaderInfo> leader(Optional<ElectionLease> lease) {
        return lease.filter(found -> context.unchangedFor(election, found)
                                .compareTo(found.ttl(context.options().ttl()))
                        < 0)
                .flatMap(found -> found.leader(election));
    }

    private List<LeaseTenure> tenures(Optional<ElectionLease> lease) {
        boolean inHistory = lease.map(ElectionLease::movedEpoch).orElse(0L) > reporter.highestEpoch();
        return inHistory
                ? new OlderTenures(context.api()).of(election, lease)
                : lease.map(ElectionLease::tenures).orElse(List.of());
    }

    @Override
    public void close() {
        open = false;
        changes.remove(this);
    }
}
