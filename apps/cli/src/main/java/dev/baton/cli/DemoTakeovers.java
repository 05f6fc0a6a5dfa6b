package dev.baton.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The takeovers of the demo so far, and how long each took: from the end of one tenure to the start of the next. */
final class DemoTakeovers {
    private final List<Duration> times = new ArrayList<>();
    private Optional<DemoProcess> leader = Optional.empty();
    private long epoch;

    /** Returns a line about the takeover if there was one since the last call. */
    Optional<String> check(List<DemoProcess> processes) {
        Optional<DemoProcess> next = processes.stream()
                .filter(process -> process.leads() && process.epoch() > epoch)
                .findFirst();
        if (next.isEmpty()) {
            return Optional.empty();
        }
        Optional<DemoProcess> previous = leader.filter(old -> old != next.get());
        leader = next;
        epoch = next.get().epoch();
        if (previous.isEmpty() || previous.get().endedAt().isEmpty()) {
            return Optional.of(next.get().name() + " leads with epoch " + epoch);
        }
        Duration time = Duration.ofNanos(
                Math.max(0, next.get().acquiredAt() - previous.get().endedAt().getAsLong()));
        times.add(time);
        return Optional.of(next.get().name() + " took over from "
                + previous.get().name() + " after " + ShortDuration.exact(time) + ", epoch " + epoch);
    }

    /** Returns how many takeovers there were and their times; empty before the first. */
    String summary() {
        if (times.isEmpty()) {
            return "";
        }
        return "Takeovers: " + times.size() + ", last after " + ShortDuration.exact(times.get(times.size() - 1))
                + ", slowest after " + ShortDuration.exact(Collections.max(times));
    }
}
