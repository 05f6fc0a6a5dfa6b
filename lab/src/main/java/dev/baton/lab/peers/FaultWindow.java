package dev.baton.lab.peers;

import dev.baton.lab.nemesis.history.OverlappingTenures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The time in which what is seen is attributed to one fault.
 *
 * @param from the time from which an overlap counts: the thaw of a frozen process, otherwise the begin
 */
record FaultWindow(PeerFault fault, long begin, long from, long end) {

    /** Returns the longest time in this window in which two leaders were seen; empty if none was. */
    Optional<Duration> overlap(List<OverlappingTenures> overlaps) {
        return overlaps.stream()
                .filter(overlap -> overlap.validUntil() - begin > 0 && overlap.validUntil() - end <= 0)
                .map(overlap -> overlap.validUntil() - Math.max(from, overlap.laterAnnounced()))
                .filter(nanos -> nanos > 0)
                .map(Duration::ofNanos)
                .max(Duration::compareTo);
    }

    /** Returns what was seen in all windows of one fault. */
    static PeerFigure.Overlaps judge(List<FaultWindow> windows, PeerFault fault, List<OverlappingTenures> overlaps) {
        List<Optional<Duration>> rounds = new ArrayList<>();
        windows.stream()
                .filter(window -> window.fault() == fault)
                .forEach(window -> rounds.add(window.overlap(overlaps)));
        List<Duration> seen = rounds.stream().flatMap(Optional::stream).toList();
        return new PeerFigure.Overlaps(rounds.size(), seen.size(), seen.stream().max(Duration::compareTo));
    }
}
