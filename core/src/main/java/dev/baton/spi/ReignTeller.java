package dev.baton.spi;

import java.util.List;
import java.util.Optional;

/**
 * Tells a watcher every reign once and in order, for a backend that looks from time to time: at who leads now, and at
 * the reigns that began since the last look. Not thread-safe: one look at a time.
 */
public final class ReignTeller {
    private final Watcher watcher;
    private boolean told;
    private long highest;
    private Optional<LeaderRecord> shown = Optional.empty();

    /**
     * One reign that the store has written down.
     *
     * @param over whether it has ended
     */
    public record Told(LeaderRecord leader, boolean over) {}

    public ReignTeller(Watcher watcher) {
        this.watcher = watcher;
    }

    /** Whether nothing was told yet. */
    public boolean isFirst() {
        return !told;
    }

    /** The highest epoch that was told; reigns above it are news. */
    public long highest() {
        return highest;
    }

    /** Reigns up to this epoch began before the watch, and are not told. */
    public void startAfter(long epoch) {
        highest = Math.max(highest, epoch);
    }

    /**
     * Tells what is new.
     *
     * @param leader who leads, read before the reigns: so it is never newer than they are
     * @param news the reigns above {@link #highest}, in order
     * @return whether there was anything to tell
     */
    public boolean tell(Optional<LeaderRecord> leader, List<Told> news) {
        boolean first = !told;
        told = true;
        for (Told reign : news) {
            show(Optional.of(reign.leader()));
            if (reign.over()) {
                show(Optional.empty());
            }
        }
        if (!news.isEmpty()) {
            return true;
        }
        boolean older = leader.isPresent() && leader.get().epoch() < highest;
        if (first || (!older && !epoch(leader).equals(epoch(shown)))) {
            show(leader);
            return true;
        }
        return false;
    }

    private static Optional<Long> epoch(Optional<LeaderRecord> leader) {
        return leader.map(LeaderRecord::epoch);
    }

    private void show(Optional<LeaderRecord> leader) {
        shown = leader;
        highest = Math.max(highest, leader.map(LeaderRecord::epoch).orElse(0L));
        watcher.leaderIs(leader);
    }
}
