package dev.baton.spi;

import dev.baton.LeaderInfo;
import java.util.List;
import java.util.Optional;

/**
 * Tells a watcher every reign once and in order, for a backend that looks from time to time: at who leads now, and at
 * the reigns that began since the last look. Not thread-safe: one look at a time.
 */
public final class TenureReporter {
    private final LeaderWatcher watcher;
    private boolean told;
    private long highest;
    private Optional<LeaderInfo> shown = Optional.empty();

    /**
     * One reign that the store has written down.
     *
     * @param over whether it has ended
     */
    public record Told(LeaderInfo leader, boolean over) {}

    public TenureReporter(LeaderWatcher watcher) {
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
    public boolean tell(Optional<LeaderInfo> leader, List<Told> news) {
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

    private static Optional<Long> epoch(Optional<LeaderInfo> leader) {
        return leader.map(LeaderInfo::epoch);
    }

    private void show(Optional<LeaderInfo> leader) {
        shown = leader;
        highest = Math.max(highest, leader.map(LeaderInfo::epoch).orElse(0L));
        watcher.leaderChanged(leader);
    }
}
