package dev.baton.console.watch;

import dev.baton.LeaderInfo;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureSummary;
import dev.baton.console.view.ElectionView;
import dev.baton.console.view.LiveInstances;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the desk keeps of one election. Guarded by the desk. */
final class BoardEntry {
    private static final int LATEST = 50;

    final ElectionKey place;
    private Optional<LeaderInfo> leader = Optional.empty();
    private List<ConsoleTenure> latestReigns = List.of();
    private TenureSummary summary = TenureSummary.NONE;
    private ElectionRow row;
    ElectionView view;
    boolean listed;
    /** When the reading of the roster began that the view comes from. */
    long asOf;

    boolean observed;

    BoardEntry(ElectionKey place) {
        this.place = place;
        this.view = ElectionView.of(place.election());
        this.row = new ElectionRow(place, leader, new LiveInstances(List.of(), Optional.empty()), summary, false, 0);
    }

    ElectionRow row() {
        return row;
    }

    /** The latest of those that were told. */
    List<ConsoleTenure> latestReigns() {
        return latestReigns;
    }

    void leader(Optional<LeaderInfo> now) {
        leader = now;
        observed = true;
    }

    /** All reigns that are known; a thousand elections may have thousands each, so only the latest are remembered. */
    void reigns(List<ConsoleTenure> all, Instant wall) {
        summary = TenureSummary.of(all, wall);
        latestReigns = List.copyOf(all.subList(Math.max(0, all.size() - LATEST), all.size()));
    }

    /** Derives the row anew; whether it says something else than before, ages aside. */
    boolean derive(long nanos, Instant wall) {
        LiveInstances live = view.at(nanos);
        summary = summary.at(wall);
        boolean flapping = summary.isFlapping(wall);
        boolean changed = !RowFingerprint.of(live).equals(RowFingerprint.of(row.live()))
                || !leader.equals(row.leader())
                || !summary.equals(row.summary())
                || flapping != row.flapping();
        row = new ElectionRow(place, leader, live, summary, flapping, changed ? row.revision() + 1 : row.revision());
        return changed;
    }
}
