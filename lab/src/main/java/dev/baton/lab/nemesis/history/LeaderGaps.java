package dev.baton.lab.nemesis.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** How long elections had no leader, by the faults that caused it. */
public final class LeaderGaps {
    /** Leaders are recorded about every 50 ms; a shorter gap is not one. */
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(150);

    private LeaderGaps() {}

    /** Returns, for each combination of faults, the longest gap in milliseconds of every election that had one. */
    public static Map<String, List<Double>> millisByFaults(List<ProcessHistory> histories) {
        Map<String, NavigableSet<Long>> led = RecoveryRule.ledTimes(histories);
        List<HistoryEvent.Injected> steps =
                ProcessHistory.all(histories, HistoryEvent.Injected.class).toList();
        Map<String, List<Double>> gaps = new TreeMap<>();
        for (int i = 0; i < steps.size(); i++) {
            long from = steps.get(i).nanos();
            long to = i + 1 < steps.size() ? steps.get(i + 1).nanos() : Long.MAX_VALUE;
            List<Double> found = gaps.computeIfAbsent(steps.get(i).faults(), faults -> new ArrayList<>());
            led.values().stream()
                    .mapToLong(times -> longest(times, from, to))
                    .filter(gap -> gap > SHORTEST)
                    .forEach(gap -> found.add(gap / 1e6));
        }
        return gaps;
    }

    private static long longest(NavigableSet<Long> times, long from, long to) {
        SortedSet<Long> during = times.subSet(from, to);
        Long before = times.lower(from);
        long last = before == null ? from : before;
        long longest = 0;
        for (long time : during) {
            longest = Math.max(longest, time - last);
            last = time;
        }
        return longest;
    }
}
