package dev.baton.quorum;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.LeaderWatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Who led when, as far as this member heard: the latest reigns of every election, and who watches them. Lives on
 * the thread of the member. Nothing that is safe depends on it.
 */
final class TenureLog {
    private static final int MOST_REIGNS = 256;
    private static final int MOST_ELECTIONS = 20_000;

    private final Map<String, Page> pages = new TreeMap<>();

    private static final class Page {
        final TreeMap<Long, GroupTenure> reigns = new TreeMap<>();
        final List<LeaderWatcher> watchers = new CopyOnWriteArrayList<>();
        long toldEpoch;
        boolean toldEnd = true;
    }

    /** Notes a reign, or its end; whether that was news. */
    boolean note(GroupTenure reign) {
        if (!pages.containsKey(reign.election()) && pages.size() >= MOST_ELECTIONS) {
            return false;
        }
        Page page = page(reign.election());
        GroupTenure known = page.reigns.get(reign.epoch());
        if (known != null && (known.to().isPresent() || reign.to().isEmpty())) {
            return false;
        }
        page.reigns.put(reign.epoch(), reign);
        if (page.reigns.size() > MOST_REIGNS) {
            page.reigns.pollFirstEntry();
        }
        tell(page, reign);
        return true;
    }

    /** Watchers hear every epoch in order: what comes late goes into the history only. */
    private static void tell(Page page, GroupTenure reign) {
        if (reign.epoch() > page.toldEpoch) {
            page.toldEpoch = reign.epoch();
            page.toldEnd = false;
            page.watchers.forEach(watcher -> watcher.leaderChanged(Optional.of(reign.leader())));
        }
        if (reign.epoch() == page.toldEpoch && reign.to().isPresent()) {
            nobody(page);
        }
    }

    private static void nobody(Page page) {
        if (!page.toldEnd) {
            page.toldEnd = true;
            page.watchers.forEach(watcher -> watcher.leaderChanged(Optional.empty()));
        }
    }

    Optional<String> instanceOf(String election, long epoch) {
        return reign(election, epoch).map(GroupTenure::instanceId);
    }

    Optional<GroupTenure> reign(String election, long epoch) {
        Page page = pages.get(election);
        return page == null ? Optional.empty() : Optional.ofNullable(page.reigns.get(epoch));
    }

    List<GroupTenure> reigns(String election) {
        Page page = pages.get(election);
        return page == null ? List.of() : List.copyOf(page.reigns.values());
    }

    List<String> elections() {
        return List.copyOf(pages.keySet());
    }

    Registration watch(String election, LeaderWatcher watcher, Optional<LeaderInfo> now) {
        Page page = page(election);
        watcher.leaderChanged(now);
        page.watchers.add(watcher);
        now.ifPresent(leader -> {
            page.toldEpoch = Math.max(page.toldEpoch, leader.epoch());
            page.toldEnd = false;
        });
        return () -> page.watchers.remove(watcher);
    }

    /**
     * Compares what watchers were told with who leads now.
     *
     * @param reached whether this member can know
     */
    void confirm(String election, Optional<LeaderInfo> now, boolean reached) {
        @Nullable Page page = pages.get(election);
        if (page == null || page.watchers.isEmpty()) {
            return;
        }
        if (now.isEmpty()) {
            nobody(page);
        } else if (now.get().epoch() > page.toldEpoch) {
            page.toldEpoch = now.get().epoch();
            page.toldEnd = false;
            page.watchers.forEach(watcher -> watcher.leaderChanged(now));
        }
        page.watchers.forEach(watcher -> {
            if (reached) {
                watcher.confirmed();
            } else {
                watcher.failed(new IllegalStateException("this member reaches no majority and hears no leader"));
            }
        });
    }

    List<String> watched() {
        List<String> some = new ArrayList<>();
        pages.forEach((election, page) -> {
            if (!page.watchers.isEmpty()) {
                some.add(election);
            }
        });
        return some;
    }

    private Page page(String election) {
        return pages.computeIfAbsent(election, name -> new Page());
    }
}
