package dev.baton.console.watch;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.ElectionView;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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

    private final BoardLog log;
    private final PauseCheck pauses = new PauseCheck();
    /** When the latest reading of a store began that failed. */
    private final Map<String, Long> unreadableAsOf = new HashMap<>();

    private final Map<ElectionKey, BoardEntry> entries =
            new TreeMap<>(Comparator.comparing(ElectionKey::election).thenComparing(ElectionKey::store));

    public ElectionBoard(BatonClock clock, ConsoleFeed feed) {
        this.clock = clock;
        this.feed = feed;
        this.log = new BoardLog(clock, feed);
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

    /**
     * Notes that the rosters of a store could not be read. Until the roster of an election is read again, its instances are
     * not logged as missing: nothing is known about them.
     *
     * @param asOf when the reading began
     */
    void storeUnreadable(String store, long asOf) {
        locked(() -> unreadableAsOf.put(store, asOf));
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
        ClockReading now = now();
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

    /** Returns the leader of an election according to the store, as last reported. */
    Optional<LeaderInfo> leader(ElectionKey key) {
        return locked(() -> Optional.ofNullable(entries.get(key)).flatMap(BoardEntry::leader));
    }

    /** Shows a new transfer as the latest one of its election. */
    void setTransfer(RequestedTransfer transfer) {
        locked(() -> {
            BoardEntry entry = entries.get(transfer.key());
            if (entry != null) {
                entry.setTransfer(transfer);
                updateRow(entry, now(), false);
            }
        });
    }

    /** Shows the progress of a transfer unless another one of its election was requested later, or its end is known. */
    void updateTransfer(RequestedTransfer transfer) {
        locked(() -> Optional.ofNullable(entries.get(transfer.key()))
                .flatMap(entry -> entry.row().transfer())
                .filter(known -> known.requestId().equals(transfer.requestId())
                        && !known.stage().isEnd())
                .ifPresent(known -> setTransfer(transfer)));
    }

    /** Updates the leader of an election as the store reports it, and returns the last status of the leader before. */
    Optional<FormerLeader> updateLeader(ElectionKey key, Optional<LeaderInfo> leader) {
        return locked(() -> {
            BoardEntry entry = entry(key);
            boolean first = !entry.hasLeaderReport;
            Optional<FormerLeader> former = former(entry, leader);
            entry.setLeader(leader);
            updateRow(entry, now(), entry.hasRoster);
            if (!first) {
                leader.ifPresentOrElse(
                        now -> log("leads", key, now.instanceId(), now.epoch(), ""),
                        () -> log("nobody_leads", key, "", 0, ""));
            }
            return former;
        });
    }

    private static Optional<FormerLeader> former(BoardEntry entry, Optional<LeaderInfo> next) {
        return entry.leader()
                .filter(before -> next.map(LeaderInfo::epoch)
                        .filter(epoch -> epoch == before.epoch())
                        .isEmpty())
                .flatMap(before -> entry.lastStatusAsLeader(before)
                        .map(status -> new FormerLeader(before.epoch(), status.timestamp())));
    }

    /**
     * Updates the tenures of an election.
     *
     * @param complete whether the store has had the time to record the end of the tenure before the current one
     */
    void updateTenures(ElectionKey key, List<ConsoleTenure> tenures, boolean complete) {
        locked(() -> {
            BoardEntry entry = entry(key);
            List<ConsoleTenure> before = entry.latestTenures();
            List<TenureOverlap> overlapsBefore = entry.row().summary().overlaps();
            entry.setTenures(tenures, wallTime());
            updateRow(entry, now(), entry.hasRoster);
            entry.row().summary().overlaps().stream()
                    .filter(overlap -> !overlapsBefore.contains(overlap))
                    .forEach(overlap -> log.overlap(key, overlap));
            log.tenures(entry, before, complete);
        });
    }

    /** Removes instances from the rows that have not been seen for too long. */
    public void tick() {
        locked(this::now);
        for (BoardEntry entry : locked(() -> List.copyOf(entries.values()))) {
            locked(() -> {
                if (entries.get(entry.key) == entry) {
                    updateRow(entry, now(), entry.hasRoster);
                }
            });
        }
    }

    /** Returns all elections, ordered by name. */
    public List<ElectionRow> rows() {
        return locked(() -> entries.values().stream().map(BoardEntry::row).toList());
    }

    /** Returns the elections that need attention most, with their latest tenures. */
    public List<ElectionPast> worst(int limit) {
        List<ElectionPast> all = locked(() -> entries.values().stream()
                .map(entry -> new ElectionPast(entry.row(), entry.latestTenures()))
                .toList());
        return all.stream().sorted(ElectionPast.WORST_FIRST).limit(limit).toList();
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
     * @param kind {@code leads nobody_leads ended took_over joined left aged_out overlap unreachable reachable paused},
     *     {@code asked}, {@code transfer_} and the code of a {@link TransferStage}, or {@code node_done node_refused
     *     node_unanswered} with the id of a node instead of a store
     * @param instanceId the instance concerned; may be empty
     * @param epoch the epoch concerned; 0 for none
     * @param detail further text, such as the reason of an end; may be empty
     */
    public void log(String kind, ElectionKey key, String instanceId, long epoch, String detail) {
        log.add(kind, key, instanceId, epoch, detail);
    }

    /**
     * Reads the clock. After a pause of the console, every instance is as old as it was before: the statuses that it
     * published meanwhile are still to be read.
     */
    private ClockReading now() {
        ClockReading now = clock.now();
        pauses.pauseBefore(now.nanos()).ifPresent(pause -> {
            LOG.warn("the console did not run for {} ms; what happened meanwhile was not observed", pause.toMillis());
            log("paused", new ElectionKey("", ""), "", 0, pause.toMillis() + " ms");
            entries.values().forEach(entry -> entry.view = entry.view.shifted(pause));
        });
        return now;
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
        if (entry.updateRow(now.nanos(), Instant.ofEpochMilli(now.wallMillis()))) {
            feed.publish("election", Json.write(ElectionRowJson.of(entry.row(), now.nanos())));
        }
        Optional<Long> failed = Optional.ofNullable(unreadableAsOf.get(entry.key.store()));
        if (failed.filter(asOf -> entry.rosterAsOf - asOf <= 0).isPresent()) {
            return;
        }
        if (logChanges) {
            log.instances(entry, entry.logged);
        }
        entry.logged = entry.row().live();
    }
}
