package dev.baton.console.watch;

import dev.baton.LeaderInfo;
import dev.baton.console.history.Reign;
import dev.baton.console.history.Summary;
import dev.baton.console.view.ElectionView;
import dev.baton.console.view.LiveView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the desk keeps of one election. Guarded by the desk. */
final class Entry {
    private static final int LATEST = 50;

    final Place place;
    private Optional<LeaderInfo> leader = Optional.empty();
    private List<Reign> latestReigns = List.of();
    private Summary summary = Summary.NONE;
    private Row row;
    ElectionView view;
    boolean listed;
    /** When the reading of the roster began that the view comes from. */
    long asOf;

    boolean observed;

    Entry(Place place) {
        this.place = place;
        this.view = ElectionView.of(place.election());
        this.row = new Row(place, leader, new LiveView(List.of(), Optional.empty()), summary, false, 0);
    }

    Row row() {
        return row;
    }

    /** The latest of those that were told. */
    List<Reign> latestReigns() {
        return latestReigns;
    }

    void leader(Optional<LeaderInfo> now) {
        leader = now;
        observed = true;
    }

    /** All reigns that are known; a thousand elections may have thousands each, so only the latest are remembered. */
    void reigns(List<Reign> all, Instant wall) {
        summary = Summary.of(all, wall);
        latestReigns = List.copyOf(all.subList(Math.max(0, all.size() - LATEST), all.size()));
    }

    /** Derives the row anew; whether it says something else than before, ages aside. */
    boolean derive(long nanos, Instant wall) {
        LiveView live = view.at(nanos);
        summary = summary.at(wall);
        boolean flapping = summary.isFlapping(wall);
        boolean changed = !Essence.of(live).equals(Essence.of(row.live()))
                || !leader.equals(row.leader())
                || !summary.equals(row.summary())
                || flapping != row.flapping();
        row = new Row(place, leader, live, summary, flapping, changed ? row.revision() + 1 : row.revision());
        return changed;
    }
}
