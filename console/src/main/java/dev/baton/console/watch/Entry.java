package dev.baton.console.watch;

import dev.baton.console.history.Reign;
import dev.baton.console.history.Summary;
import dev.baton.console.view.ElectionView;
import dev.baton.console.view.LiveView;
import dev.baton.spi.LeaderRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the desk keeps of one election. Guarded by the desk. */
final class Entry {
    final Place place;
    private Optional<LeaderRecord> leader = Optional.empty();
    private List<Reign> reigns = List.of();
    private Summary summary = Summary.NONE;
    private Row row;
    ElectionView view;
    boolean listed;
    boolean observed;

    Entry(Place place) {
        this.place = place;
        this.view = ElectionView.of(place.election());
        this.row = new Row(place, leader, new LiveView(List.of(), Optional.empty()), summary, false, 0);
    }

    Row row() {
        return row;
    }

    List<Reign> reigns() {
        return reigns;
    }

    void leader(Optional<LeaderRecord> now) {
        leader = now;
        observed = true;
    }

    void reigns(List<Reign> now) {
        reigns = now;
    }

    /** Derives the row anew; whether it says something else than before, ages aside. */
    boolean derive(long nanos, Instant wall) {
        LiveView live = view.at(nanos);
        summary = Summary.of(reigns, wall);
        boolean flapping = summary.isFlapping(wall);
        boolean changed = !Essence.of(live).equals(Essence.of(row.live()))
                || !leader.equals(row.leader())
                || !summary.equals(row.summary())
                || flapping != row.flapping();
        row = new Row(place, leader, live, summary, flapping, changed ? row.revision() + 1 : row.revision());
        return changed;
    }
}
