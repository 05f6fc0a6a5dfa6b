package dev.baton.cli;

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
import org.jspecify.annotations.Nullable;

/** Prints each change of the elections: as a line, as JSON, or on a screen. */
final class WatchOutput {
    private static final int LINES_ON_SCREEN = 10;

    private final Invocation call;
    private final Optional<LiveScreen> screen;
    /** Elections that the store does not know yet; they have no status. */
    private final Set<String> expected = new HashSet<>();

    private final Map<String, Optional<LeaderInfo>> leaders = new HashMap<>();
    private final Map<String, ElectionStatus> shown = new TreeMap<>();
    private final Map<String, Long> leaderlessSince = new HashMap<>();
    private final Deque<String> lines = new ArrayDeque<>();

    WatchOutput(Invocation call, Optional<LiveScreen> screen) {
        this.call = call;
        this.screen = screen;
    }

    synchronized void expect(String election) {
        expected.add(election);
    }

    synchronized void leaderChanged(Election election, Optional<LeaderInfo> leader) {
        leaders.put(election.name(), leader);
        checkRoster(election);
    }

    synchronized void checkRoster(Election election) {
        Optional<LeaderInfo> leader = leaders.get(election.name());
        if (leader == null) {
            return;
        }
        ElectionStatus status = ElectionStatus.of(election, leader);
        if (expected.contains(election.name()) && !status.isPresent()) {
            return;
        }
        expected.remove(election.name());
        ElectionStatus before = shown.put(election.name(), status);
        if (before == null || !before.fingerprint().equals(status.fingerprint())) {
            show(before, status);
        }
    }

    private void show(@Nullable ElectionStatus before, ElectionStatus status) {
        if (call.has("--json")) {
            call.printJson(status.json());
            return;
        }
        Instant now = Instant.now();
        Optional<Duration> leaderless = leaderless(status);
        List<ColouredText> changes = before == null
                ? List.of(StatusChanges.first(status, now))
                : StatusChanges.between(before, status, leaderless, now);
        for (ColouredText change : changes) {
            String line = StatusJson.time(now) + "  " + status.election() + "  "
                    + call.context().paint(change.colour(), TextTable.plain(change.text()));
            if (screen.isEmpty()) {
                call.out().println(line);
            }
            lines.addLast(line);
            if (lines.size() > LINES_ON_SCREEN) {
                lines.removeFirst();
            }
        }
    }

    /** Returns how long the election had no leader until now, as this process saw it. */
    private Optional<Duration> leaderless(ElectionStatus status) {
        if (status.leader().isEmpty()) {
            leaderlessSince.putIfAbsent(status.election(), System.nanoTime());
            return Optional.empty();
        }
        return Optional.ofNullable(leaderlessSince.remove(status.election()))
                .map(since -> Duration.ofNanos(System.nanoTime() - since));
    }

    /** Draws the screen again: the ages in it grow also without a change. */
    synchronized void redraw() {
        screen.ifPresent(on -> {
            String table = StatusTable.of(List.copyOf(shown.values()), call.context(), Instant.now());
            on.draw(table + "\n" + String.join("\n", lines) + "\n");
        });
    }
}
