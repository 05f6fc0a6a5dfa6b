package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The latest tenures of every election, as far as this member knows them, and their watchers. For information only: no
 * election depends on it. Used only by the member's thread.
 */
final class TenureLog {
    private static final int MAX_TENURES = 256;
    private static final int MAX_ELECTIONS = 20_000;

    private final Map<String, History> histories = new TreeMap<>();

    /** The history of one election, and what its watchers have received. */
    private static final class History {
        final TreeMap<Long, GroupTenure> tenures = new TreeMap<>();
        final List<LeaderWatcher> watchers = new CopyOnWriteArrayList<>();
        long publishedEpoch;
        boolean publishedEnd = true;

        /** Publishes a leader with a new epoch. Watchers receive epochs in order, so an older one is ignored. */
        void publish(LeaderInfo leader) {
            if (leader.epoch() > publishedEpoch) {
                publishedEpoch = leader.epoch();
                publishedEnd = false;
                watchers.forEach(watcher -> watcher.leaderChanged(Optional.of(leader)));
            }
        }

        void publishEnd() {
            if (!publishedEnd) {
                publishedEnd = true;
                watchers.forEach(watcher -> watcher.leaderChanged(Optional.empty()));
            }
        }
    }

    /** Adds a tenure, or its end, and publishes it to the watchers. */
    void add(GroupTenure tenure) {
        if (!histories.containsKey(tenure.leader().election()) && histories.size() >= MAX_ELECTIONS) {
            return;
        }
        History history = history(tenure.leader().election());
        GroupTenure known = history.tenures.get(tenure.leader().epoch());
        if (known != null && (known.to().isPresent() || tenure.to().isEmpty())) {
            return;
        }
        history.tenures.put(tenure.leader().epoch(), tenure);
        if (history.tenures.size() > MAX_TENURES) {
            history.tenures.pollFirstEntry();
        }
        history.publish(tenure.leader());
        if (tenure.leader().epoch() == history.publishedEpoch && tenure.to().isPresent()) {
            history.publishEnd();
        }
    }

    Optional<GroupTenure> get(String election, long epoch) {
        return Optional.ofNullable(histories.get(election)).map(history -> history.tenures.get(epoch));
    }

    List<GroupTenure> list(String election) {
        History history = histories.get(election);
        return history == null ? List.of() : List.copyOf(history.tenures.values());
    }

    List<String> elections() {
        return List.copyOf(histories.keySet());
    }

    Registration watch(String election, LeaderWatcher watcher, Optional<LeaderInfo> current) {
        History history = history(election);
        watcher.leaderChanged(current);
        history.watchers.add(watcher);
        current.ifPresent(leader -> {
            history.publishedEpoch = Math.max(history.publishedEpoch, leader.epoch());
            history.publishedEnd = false;
        });
        return () -> history.watchers.remove(watcher);
    }

    /**
     * Publishes the current leader if it has changed, and confirms the knowledge of the watchers.
     *
     * @param reached whether this member is connected well enough to know the leader
     */
    void confirm(String election, Optional<LeaderInfo> current, boolean reached) {
        History history = history(election);
        current.ifPresentOrElse(history::publish, history::publishEnd);
        history.watchers.forEach(watcher -> {
            if (reached) {
                watcher.confirmed();
            } else {
                watcher.failed(
                        new IllegalStateException("this member reaches no majority of the group and knows no leader"));
            }
        });
    }

    /** Returns the elections that have watchers. */
    List<String> watched() {
        return histories.keySet().stream()
                .filter(election -> !history(election).watchers.isEmpty())
                .toList();
    }

    private History history(String election) {
        return histories.computeIfAbsent(election, name -> new History());
    }
}
