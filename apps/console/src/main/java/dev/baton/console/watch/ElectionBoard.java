package dev.baton.console.watch;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.ElectionView;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The current state of all elections of all stores. Changes are published in the feed. Thread-safe: the lock is taken for
 * one election at a time, so that an update of one election does not wait for an update of a thousand others.
 */
public final class ElectionBoard {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");

    private final BatonClock clock;
    private final ConsoleFeed feed;
    /** Fair: a thread that updates all elections lets other threads in between. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Map<ElectionKey, BoardEntry> entries =
            new TreeMap<>(Comparator.comparing(ElectionKey::election).thenComparing(ElectionKey::store));

    public ElectionBoard(BatonClock clock, ConsoleFeed feed) {
        this.clock = clock;
        this.feed = feed;
    }

    /**
     * Updates all elections of a store from its complete roster, and removes those that the store no longer has.
     *
     * @param asOf when the reading began; an election whose roster was read later stays unchanged
     */
    void updateStore(String store, Set<String> elections, List<InstanceStatus> roster, long asOf) {
        Map<String, List<InstanceStatus>> byElection =
                roster.stream().collect(Collectors.groupingBy(InstanceStatus::election));
        locked(() -> removeOthers(store, elections));
        for (String election : elections) {
            ElectionKey key = new ElectionKey(store, election);
            locked(() -> updateRoster(entry(key), byElection.getOrDefault(election, List.of()), asOf));
        }
    }

    /** Updates an election from its roster if the election is on the board. */
    void updateRoster(ElectionKey key, List<InstanceStatus> roster, long asOf) {
        locked(() -> {
            BoardEntry entry = entries.get(key);
            if (entry != null) {
                updateRoster(entry, roster, asOf);
            }
        });
    }

    private void updateRoster(BoardEntry entry, List<InstanceStatus> roster, long asOf) {
        boolean first = !entry.hasRoster;
        if (!first && asOf - entry.rosterAsOf < 0) {
            return;
        }
        entry.rosterAsOf = asOf;
        entry.hasRoster = true;
        ClockReading now = clock.now();
        ElectionView before = entry.view;
        entry.view = before.update(roster, now);
        if (first || !entry.view.equals(before)) {
            updateRow(entry, now, !first);
        }
    }

    private void removeOthers(String store, Set<String> elections) {
        entries.keySet().removeIf(key -> {
            boolean removed = key.store().equals(store) && !elections.contains(key.election());
            if (removed) {
                feed.publish("gone", Json.write(Map.of("store", key.store(), "election", key.election())));
            }
            return removed;
        });
    }

    /** Returns whether the store and the roster agree on the leader of an election. */
    boolean isSettled(ElectionKey key) {
        return locked(() -> {
            BoardEntry entry = entries.get(key);
            return entry == null || entry.row().isSettled();
        });
    }

    /** Updates the leader of an election as the store reports it. */
    void updateLeader(ElectionKey key, Optional<LeaderInfo> leader) {
        locked(() -> {
            BoardEntry entry = entry(key);
            boolean first = !entry.hasLeaderReport;
            entry.setLeader(leader);
            updateRow(entry, clock.now(), entry.hasRoster);
            if (!first) {
                leader.ifPresentOrElse(
                        now -> log("leads", key, now.instanceId(), now.epoch(), ""),
                        () -> log("nobody_leads", key, "", 0, ""));
            }
        });
    }

    /** Updates the tenures of an election. */
    void updateTenures(ElectionKey key, List<ConsoleTenure> tenures) {
        locked(() -> {
            BoardEntry entry = entry(key);
            List<ConsoleTenure> before = entry.latestTenures();
            List<TenureOverlap> overlapsBefore = entry.row().summary().overlaps();
            entry.setTenures(tenures, wallTime());
            updateRow(entry, clock.now(), entry.hasRoster);
            entry.row().summary().overlaps().stream()
                    .filter(overlap -> !overlapsBefore.contains(overlap))
                    .forEach(overlap -> logOverlap(key, overlap));
            if (!before.isEmpty()) {
                entry.latestTenures().stream()
                        .filter(tenure -> !before.contains(tenure))
                        .map(ConsoleTenure::recorded)
                        .filter(tenure -> tenure.to().isPresent())
                        .forEach(tenure -> log(
                                "ended",
                                key,
                                tenure.instanceId(),
                                tenure.epoch(),
                                tenure.reason().orElse("")));
            }
        });
    }

    private void logOverlap(ElectionKey key, TenureOverlap overlap) {
        Tenure first = overlap.first();
        Tenure second = overlap.second();
        LOG.warn(
                "election={} tenures overlap: epoch {} of {} began {} ms before epoch {} of {} ended; check what both"
                        + " leaders wrote and whether it was fenced",
                key.election(),
                second.epoch(),
                second.instanceId(),
                overlap.length().toMillis(),
                first.epoch(),
                first.instanceId());
        log(
                "overlap",
                key,
                second.instanceId(),
                second.epoch(),
                overlap.length().toMillis() + " ms with epoch " + first.epoch());
    }

    /** Removes instances from the rows that have not been seen for too long. */
    public void tick() {
        for (BoardEntry entry : locked(() -> List.copyOf(entries.values()))) {
            locked(() -> {
                if (entries.get(entry.key) == entry) {
                    updateRow(entry, clock.now(), entry.hasRoster);
                }
            });
        }
    }

    /** Returns all elections, ordered by name. */
    public List<ElectionRow> rows() {
        return locked(() -> entries.values().stream().map(BoardEntry::row).toList());
    }

    /** Returns an election of the given store, or of the first store that has one with this name. */
    public Optional<ElectionRow> row(String election, Optional<String> store) {
        return rows().stream()
                .filter(row -> row.key().election().equals(election))
                .filter(row -> store.isEmpty() || store.get().equals(row.key().store()))
                .findFirst();
    }

    /**
     * Adds an entry to the event log.
     *
     * @param kind {@code leads nobody_leads ended joined left aged_out overlap asked unreachable reachable}
     * @param instanceId the instance concerned; may be empty
     * @param epoch the epoch concerned; 0 for none
     * @param detail further text, such as the reason of an end; may be empty
     */
    public void log(String kind, ElectionKey key, String instanceId, long epoch, String detail) {
        JsonObject entry = new JsonObject()
                .with("time", StatusJson.time(wallTime()))
                .with("kind", kind)
                .with("store", key.store())
                .with("election", key.election())
                .with("instance_id", instanceId)
                .with("epoch", epoch > 0 ? epoch : null)
                .with("detail", detail);
        feed.publish("log", Json.write(entry));
    }

    private Instant wallTime() {
        return Instant.ofEpochMilli(clock.wallMillis());
    }

    private void locked(Runnable action) {
        locked(() -> {
            action.run();
            return true;
        });
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private BoardEntry entry(ElectionKey key) {
        return entries.computeIfAbsent(key, BoardEntry::new);
    }

    private void updateRow(BoardEntry entry, ClockReading now, boolean logChanges) {
        LiveInstances before = entry.row().live();
        if (entry.updateRow(now.nanos(), Instant.ofEpochMilli(now.wallMillis()))) {
            feed.publish("election", Json.write(ElectionRowJson.of(entry.row(), now.nanos())));
        }
        if (logChanges) {
            logInstanceChanges(entry, ids(before.instances()));
        }
    }

    private void logInstanceChanges(BoardEntry entry, Set<String> before) {
        Set<String> live = ids(entry.row().live().instances());
        Set<String> onRoster = ids(entry.view.instances());
        live.stream().filter(id -> !before.contains(id)).forEach(id -> log("joined", entry.key, id, 0, ""));
        before.stream()
                .filter(id -> !live.contains(id))
                .forEach(id -> log(onRoster.contains(id) ? "aged_out" : "left", entry.key, id, 0, ""));
    }

    private static Set<String> ids(List<InstanceSighting> sightings) {
        return sightings.stream().map(InstanceSighting::instanceId).collect(Collectors.toCollection(TreeSet::new));
    }
}
