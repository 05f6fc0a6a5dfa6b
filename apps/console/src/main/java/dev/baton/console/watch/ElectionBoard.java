package dev.baton.console.watch;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.ElectionView;
import dev.baton.console.view.LiveInstances;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All elections of all stores as they are known now. What changes is told to the feed. Thread-safe: each election is
 * dealt with in turn, so that news of one waits for no look at a thousand others.
 */
public final class ElectionBoard {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");

    private final BatonClock clock;
    private final ConsoleFeed feed;
    /** First come, first served: whoever goes through all elections lets the others in between. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final Map<ElectionKey, BoardEntry> entries =
            new TreeMap<>(java.util.Comparator.comparing(ElectionKey::election).thenComparing(ElectionKey::store));

    public ElectionBoard(BatonClock clock, ConsoleFeed feed) {
        this.clock = clock;
        this.feed = feed;
    }

    /**
     * The roster of a store, read whole: these elections are known, and these frames are their latest.
     *
     * @param asOf when the reading began; an election that was read later stays as it is
     */
    void listed(String store, Set<String> elections, List<InstanceStatus> frames, long asOf) {
        Map<String, List<InstanceStatus>> byElection = new HashMap<>();
        frames.forEach(frame -> byElection
                .computeIfAbsent(frame.election(), name -> new ArrayList<>())
                .add(frame));
        inTurn(() -> forgetOthers(store, elections));
        for (String election : elections) {
            ElectionKey place = new ElectionKey(store, election);
            inTurn(() -> listed(entry(place), byElection.getOrDefault(election, List.of()), asOf, clock.now()));
        }
    }

    /** The roster of one election that is known, read at this moment or later. */
    void listed(ElectionKey place, List<InstanceStatus> frames, long asOf) {
        inTurn(() -> {
            if (entries.containsKey(place)) {
                listed(entry(place), frames, asOf, clock.now());
            }
        });
    }

    /** Whether the roster says of an election what the store says: that the same one leads, or nobody. */
    boolean isSettled(ElectionKey place) {
        return inTurn(() -> {
            BoardEntry entry = entries.get(place);
            return entry == null || entry.row().isSettled();
        });
    }

    private void listed(BoardEntry entry, List<InstanceStatus> frames, long asOf, ClockReading now) {
        if (entry.listed && asOf - entry.asOf < 0) {
            return;
        }
        entry.asOf = asOf;
        ElectionView before = entry.view;
        entry.view = before.after(frames, now);
        if (!entry.view.equals(before) || !entry.listed) {
            boolean first = !entry.listed;
            entry.listed = true;
            derive(entry, now, first);
        }
    }

    private void forgetOthers(String store, Set<String> elections) {
        List<ElectionKey> gone = entries.keySet().stream()
                .filter(place -> place.store().equals(store) && !elections.contains(place.election()))
                .toList();
        for (ElectionKey place : gone) {
            entries.remove(place);
            feed.publish("gone", Json.write(Map.of("store", place.store(), "election", place.election())));
        }
    }

    /** The store says who leads, or that nobody does. */
    void leads(ElectionKey place, Optional<LeaderInfo> leader) {
        inTurn(() -> nowLeads(place, leader));
    }

    private void nowLeads(ElectionKey place, Optional<LeaderInfo> leader) {
        BoardEntry entry = entry(place);
        boolean first = !entry.observed;
        entry.leader(leader);
        derive(entry, clock.now(), !entry.listed);
        if (!first) {
            log(
                    leader.isPresent() ? "leads" : "nobody_leads",
                    place,
                    leader.map(LeaderInfo::instanceId).orElse(""),
                    leader.map(LeaderInfo::epoch).orElse(0L),
                    "");
        }
    }

    /** All reigns that are known of an election. */
    void reigned(ElectionKey place, List<ConsoleTenure> reigns) {
        inTurn(() -> haveReigned(place, reigns));
    }

    private void haveReigned(ElectionKey place, List<ConsoleTenure> reigns) {
        BoardEntry entry = entry(place);
        List<ConsoleTenure> before = entry.latestReigns();
        List<TenureOverlap> alarmsBefore = entry.row().summary().overlaps();
        entry.reigns(reigns, Instant.ofEpochMilli(clock.wallMillis()));
        derive(entry, clock.now(), !entry.listed);
        for (TenureOverlap overlap : entry.row().summary().overlaps()) {
            if (!alarmsBefore.contains(overlap)) {
                alarm(place, overlap);
            }
        }
        if (!before.isEmpty()) {
            entry.latestReigns().stream()
                    .filter(reign -> reign.to().isPresent() && before.stream().noneMatch(reign::equals))
                    .forEach(reign -> log(
                            "ended",
                            place,
                            reign.instanceId(),
                            reign.epoch(),
                            reign.reason().orElse("")));
        }
    }

    private void alarm(ElectionKey place, TenureOverlap overlap) {
        LOG.warn(
                "election={} reigns overlap: epoch {} of {} began {} before epoch {} of {} had ended; look at what"
                        + " both wrote, and whether it was fenced",
                place.election(),
                overlap.second().epoch(),
                overlap.second().instanceId(),
                overlap.length(),
                overlap.first().epoch(),
                overlap.first().instanceId());
        log(
                "overlap",
                place,
                overlap.second().instanceId(),
                overlap.second().epoch(),
                overlap.length().toMillis() + " ms with epoch "
                        + overlap.first().epoch());
    }

    /** Time has passed: whoever was not seen for long enough is no longer live. */
    public void tick() {
        for (BoardEntry entry : inTurn(() -> List.copyOf(entries.values()))) {
            inTurn(() -> {
                if (entries.get(entry.place) == entry) {
                    derive(entry, clock.now(), !entry.listed);
                }
            });
        }
    }

    /** Everything, by name. */
    public List<ElectionRow> rows() {
        return inTurn(() -> entries.values().stream().map(BoardEntry::row).toList());
    }

    /** One election: of the named store, or of the first that has one of this name. */
    public Optional<ElectionRow> row(String election, Optional<String> store) {
        return rows().stream()
                .filter(row -> row.place().election().equals(election))
                .filter(row -> store.isEmpty() || store.get().equals(row.place().store()))
                .findFirst();
    }

    /** A line for the event log. */
    public void log(String kind, ElectionKey place, String instanceId, long epoch, String detail) {
        Instant time = Instant.ofEpochMilli(clock.wallMillis());
        feed.publish("log", new EventLogEntry(time, kind, place, instanceId, epoch, detail).json());
    }

    private void inTurn(Runnable task) {
        inTurn(() -> {
            task.run();
            return true;
        });
    }

    private <T> T inTurn(Supplier<T> question) {
        turn.lock();
        try {
            return question.get();
        } finally {
            turn.unlock();
        }
    }

    private BoardEntry entry(ElectionKey place) {
        return entries.computeIfAbsent(place, BoardEntry::new);
    }

    private void derive(BoardEntry entry, ClockReading now, boolean quietly) {
        LiveInstances before = entry.row().live();
        if (entry.derive(now.nanos(), Instant.ofEpochMilli(now.wallMillis()))) {
            feed.publish("election", Json.write(ElectionRowJson.of(entry.row(), now.nanos())));
        }
        if (!quietly) {
            for (InstanceChange arrival :
                    InstanceChange.between(before, entry.row().live(), entry.view)) {
                log(arrival.kind(), entry.place, arrival.instanceId(), 0, "");
            }
        }
    }
}
