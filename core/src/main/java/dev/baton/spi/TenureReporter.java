package dev.baton.spi;

import dev.baton.LeaderInfo;
import java.util.List;
import java.util.Optional;

/**
 * Reports every tenure to a {@link LeaderWatcher} once and in order, for a backend that polls its store. Each poll reads
 * the current leader and the tenures since the last poll. Not thread-safe.
 *
 * <pre>{@code
 * Optional<LeaderInfo> leader = store.readLeader(election);
 * List<TenureReporter.RecordedTenure> tenures = store.readTenuresAfter(election, reporter.highestEpoch());
 * if (!reporter.report(leader, tenures)) {
 *     watcher.confirmed();
 * }
 * }</pre>
 */
public final class TenureReporter {
    private final LeaderWatcher watcher;
    private boolean reported;
    private long highestEpoch;
    private Optional<LeaderInfo> current = Optional.empty();

    /**
     * A tenure in the records of the store.
     *
     * @param leader the leader
     * @param ended whether the tenure has ended
     */
    public record RecordedTenure(LeaderInfo leader, boolean ended) {}

    /** Creates a reporter for the given watcher. */
    public TenureReporter(LeaderWatcher watcher) {
        this.watcher = watcher;
    }

    /** Returns whether nothing was reported yet. */
    public boolean isFirst() {
        return !reported;
    }

    /** Returns the highest reported epoch. */
    public long highestEpoch() {
        return highestEpoch;
    }

    /** Skips the tenures up to this epoch, because they began before the watch. */
    public void startAfter(long epoch) {
        highestEpoch = Math.max(highestEpoch, epoch);
    }

    /**
     * Reports the result of one poll.
     *
     * @param leader the current leader, read before the tenures, so that it is never newer than they are
     * @param tenures the tenures above {@link #highestEpoch}, in order
     * @return whether there was a change to report
     */
    public boolean report(Optional<LeaderInfo> leader, List<RecordedTenure> tenures) {
        boolean first = !reported;
        reported = true;
        for (RecordedTenure tenure : tenures) {
            change(Optional.of(tenure.leader()));
            if (tenure.ended()) {
                change(Optional.empty());
            }
        }
        if (!tenures.isEmpty()) {
            return true;
        }
        boolean outdated = leader.isPresent() && leader.get().epoch() < highestEpoch;
        if (first || (!outdated && !epoch(leader).equals(epoch(current)))) {
            change(leader);
            return true;
        }
        return false;
    }

    private static Optional<Long> epoch(Optional<LeaderInfo> leader) {
        return leader.map(LeaderInfo::epoch);
    }

    private void change(Optional<LeaderInfo> leader) {
        current = leader;
        leader.ifPresent(info -> startAfter(info.epoch()));
        watcher.leaderChanged(leader);
    }
}
