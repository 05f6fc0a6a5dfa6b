package dev.baton.cli;

import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;

/** Prints each change of the elections: as a line, as JSON, or on a screen. */
final class WatchOutput {
    private static final int LINES_ON_SCREEN = 10;
    /** Instances are read every second. After a longer time, what changed is not known better than after an outage. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(4);

    private final Invocation call;
    private final String store;
    private final Optional<LiveScreen> screen;
    /** Elections that the store does not know yet; they have no status. */
    private final Set<String> expected = new HashSet<>();

    private final Map<String, Optional<LeaderInfo>> leaders = new HashMap<>();
    private final Map<String, ElectionStatus> shown = new TreeMap<>();
    private final Map<String, WatchedElection> watched = new HashMap<>();
    private final Deque<String> lines = new ArrayDeque<>();
    private Moment lastRead = Moment.now();
    private Moment lastRecovery = lastRead;
    private boolean unreadable;
    /** The election that could not be read; maybe the only one. */
    private Optional<Election> failed = Optional.empty();

    WatchOutput(Invocation call, String store, Optional<LiveScreen> screen) {
        this.call = call;
        this.store = store;
        this.screen = screen;
    }

    synchronized void expect(String election) {
        expected.add(election);
    }

    void leaderChanged(Election election, Optional<LeaderInfo> leader) {
        leaderChanged(election, leader, Moment.now());
    }

    private synchronized void leaderChanged(Election election, Optional<LeaderInfo> leader, Moment pushed) {
        leaders.put(election.name(), leader);
        try {
            checkRoster(election, pushed);
        } catch (BatonException notRead) {
            // Every change of leader is shown, with the instances that were read last.
            ElectionStatus before = shown.get(election.name());
            if (before != null) {
                update(new ElectionStatus(election.name(), leader, before.instances()), pushed);
            }
        }
    }

    synchronized void checkRoster(Election election) {
        checkRoster(election, Moment.now());
    }

    private void checkRoster(Election election, Moment begin) {
        Optional<LeaderInfo> leader = leaders.get(election.name());
        if (leader == null) {
            return;
        }
        ElectionStatus status = read(election, leader);
        if (expected.contains(election.name()) && !status.isPresent()) {
            return;
        }
        expected.remove(election.name());
        update(status, begin);
    }

    private ElectionStatus read(Election election, Optional<LeaderInfo> leader) {
        Moment begin = Moment.now();
        Optional<Election> others = failed.filter(other -> !other.name().equals(election.name()));
        failed = Optional.of(election);
        ElectionStatus status = ElectionStatus.of(election, leader);
        failed = others;
        Moment end = Moment.now();
        if (end.since(lastRead).compareTo(LONGEST_PAUSE) > 0) {
            watched.values().forEach(each -> each.missed(end));
        }
        lastRead = begin;
        return status;
    }

    /** Reports that the store cannot be read, once for each time without an answer. */
    synchronized void unreadable(Moment begin, Exception failure) {
        if (begin.isBefore(lastRecovery)) {
            return; // the store answered another thread meanwhile
        }
        Moment now = Moment.now();
        watched.values().stream().filter(each -> !each.isReadSince(begin)).forEach(each -> each.missed(now));
        if (!unreadable) {
            unreadable = true;
            String why = String.valueOf(failure.getMessage());
            report(TextColour.RED.of(why.startsWith("cannot read ") ? why : "cannot read " + store + ": " + why));
        }
    }

    /** Reports that the store can be read again, if it could not. */
    synchronized void readable() {
        lastRead = Moment.now();
        if (unreadable) {
            unreadable = false;
            lastRecovery = lastRead;
            failed = Optional.empty();
            report(TextColour.GREEN.of(store + " can be read again"));
        }
    }

    private boolean isReadable() {
        try {
            failed.ifPresent(Election::roster);
            return true;
        } catch (BatonException | CompletionException notYet) {
            return false;
        }
    }

    /** With JSON, stdout has nothing but objects. */
    private void report(ColouredText text) {
        Instant now = Instant.now();
        if (call.has("--json")) {
            call.context().error(StatusJson.time(now) + "  " + TextTable.plain(text.text()));
        } else {
            printLine(now, "", text);
        }
    }

    private void update(ElectionStatus status, Moment moment) {
        ElectionStatus before = shown.put(status.election(), status);
        WatchedElection known = watched.get(status.election());
        List<ColouredText> changes;
        if (known == null) {
            watched.put(status.election(), new WatchedElection(status, moment));
            changes = List.of(StatusChanges.first(status, Instant.now()));
        } else {
            changes = known.changesTo(status, moment);
        }
        boolean isNew = call.has("--json")
                ? before == null || !before.fingerprint().equals(status.fingerprint())
                : !changes.isEmpty();
        if (isNew) {
            show(status, changes);
        }
    }

    private void show(ElectionStatus status, List<ColouredText> changes) {
        // What changed during an outage comes after the report of its end.
        if (unreadable && isReadable()) {
            readable();
        }
        if (call.has("--json")) {
            call.printJson(status.json());
            return;
        }
        Instant now = Instant.now();
        changes.forEach(change -> printLine(now, status.election() + "  ", change));
    }

    private void printLine(Instant now, String about, ColouredText text) {
        String line =
                StatusJson.time(now) + "  " + about + call.context().paint(text.colour(), TextTable.plain(text.text()));
        if (screen.isEmpty()) {
            call.out().println(line);
        }
        lines.addLast(line);
        if (lines.size() > LINES_ON_SCREEN) {
            lines.removeFirst();
        }
    }

    /** Draws the screen again: the ages in it grow also without a change. */
    synchronized void redraw() {
        screen.ifPresent(on -> {
            String table = StatusTable.of(List.copyOf(shown.values()), on.context(), Instant.now());
            on.draw(table + "\n" + String.join("\n", lines) + "\n");
        });
    }
}
