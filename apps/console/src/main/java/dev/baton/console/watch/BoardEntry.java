package dev.baton.console.watch;

import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureSummary;
import dev.baton.console.view.ElectionView;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One election on the board. Guarded by the lock of the board. */
final class BoardEntry {
    private static final int MAX_TENURES = 50;

    final ElectionKey key;
    private Optional<LeaderInfo> leader = Optional.empty();
    private List<ConsoleTenure> latestTenures = List.of();
    private TenureSummary summary = TenureSummary.EMPTY;
    private Optional<RequestedTransfer> transfer = Optional.empty();
    private ElectionRow row;
    ElectionView view;

    /** Whether the roster has been read. */
    boolean hasRoster;

    /** When the reading of the roster began that the view comes from. */
    long rosterAsOf;

    /** The status of the latest badge: a killed process may leave the roster before its election has a new leader. */
    private Optional<InstanceStatus> badge = Optional.empty();

    /** The instances that were live when they were last compared for the log. */
    LiveInstances logged = LiveInstances.NONE;

    /** The last tenure for which the gap before it was logged. */
    long loggedGapBefore;

    /** Whether the store has reported the leader, or that there is none. */
    boolean hasLeaderReport;

    BoardEntry(ElectionKey key) {
        this.key = key;
        this.view = ElectionView.of(key.election());
        this.row = new ElectionRow(key, leader, LiveInstances.NONE, Optional.empty(), summary, false, transfer, 0);
    }

    ElectionRow row() {
        return row;
    }

    Optional<LeaderInfo> leader() {
        return leader;
    }

    List<ConsoleTenure> latestTenures() {
        return latestTenures;
    }

    /** Returns the last status in which an instance reported to lead. */
    Optional<InstanceStatus> lastStatusAsLeader(LeaderInfo tenure) {
        return Stream.of(view.instance(tenure.instanceId()).map(InstanceSighting::status), badge)
                .flatMap(Optional::stream)
                .filter(status -> status.instanceId().equals(tenure.instanceId()))
                .filter(status -> status.isLeader() && status.epoch() == tenure.epoch())
                .findFirst();
    }

    void setLeader(Optional<LeaderInfo> reported) {
        leader = reported;
        hasLeaderReport = true;
    }

    void setTransfer(RequestedTransfer requested) {
        transfer = Optional.of(requested);
    }

    /** Keeps a summary and only the latest tenures: a thousand elections can have thousands of tenures each. */
    void setTenures(List<ConsoleTenure> all, Instant wall) {
        summary = TenureSummary.of(all, wall);
        latestTenures = List.copyOf(all.subList(Math.max(0, all.size() - MAX_TENURES), all.size()));
    }

    /** Derives the row again, and returns whether it is new or changed other than by age. */
    boolean updateRow(long nanos, Instant wall) {
        LiveInstances live = view.liveAt(nanos);
        badge = live.leader().map(InstanceSighting::status).or(() -> badge);
        summary = summary.at(wall);
        boolean flapping = summary.isFlapping(wall);
        boolean changed = row.revision() == 0
                || !live.equalsIgnoringTimes(row.live())
                || !leader.equals(row.leader())
                || !summary.equals(row.summary())
                || !transfer.equals(row.transfer())
                || flapping != row.flapping();
        Optional<InstanceSighting> sighting = leader.flatMap(current -> view.instance(current.instanceId()));
        long revision = changed ? row.revision() + 1 : row.revision();
        row = new ElectionRow(key, leader, live, sighting, summary, flapping, transfer, revision);
        return changed;
    }
}
