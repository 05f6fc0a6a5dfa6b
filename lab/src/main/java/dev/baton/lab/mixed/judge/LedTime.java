package dev.baton.lab.mixed.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A time during which a participant provably was leader by its own knowledge.
 *
 * @param began the whole leadership had begun by then
 * @param from the leadership had begun by then, and the process was in motion
 * @param to the leadership had not ended before then
 */
record LedTime(String election, String holder, long tenure, long began, long from, long to) {
    /** Readings follow each other more closely, unless the process stood still. */
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    /**
     * Returns the times of leaderships that never become valid again: a reading proves the time since the first one, also
     * if the process stood still meanwhile.
     */
    static List<LedTime> whole(Collection<LeadReading> readings) {
        List<LedTime> times = new ArrayList<>();
        byTenure(readings).forEach(all -> times.add(of(all, all)));
        return times;
    }

    /** Returns the times without those in which the process stood still: then it did nothing. */
    static List<LedTime> inMotion(Collection<LeadReading> readings) {
        List<LedTime> times = new ArrayList<>();
        for (List<LeadReading> all : byTenure(readings)) {
            int first = 0;
            for (int i = 1; i <= all.size(); i++) {
                if (i == all.size() || all.get(i).before() - all.get(i - 1).after() > PAUSE) {
                    times.add(of(all, all.subList(first, i)));
                    first = i;
                }
            }
        }
        return times;
    }

    private static Collection<List<LeadReading>> byTenure(Collection<LeadReading> readings) {
        Map<String, List<LeadReading>> all = new LinkedHashMap<>();
        readings.stream()
                .sorted(Comparator.comparingLong(LeadReading::before))
                .forEach(reading -> all.computeIfAbsent(
                                reading.election() + " " + reading.holder() + " " + reading.tenure(),
                                key -> new ArrayList<>())
                        .add(reading));
        return all.values();
    }

    private static LedTime of(List<LeadReading> whole, List<LeadReading> part) {
        LeadReading first = part.get(0);
        return new LedTime(
                first.election(),
                first.holder(),
                first.tenure(),
                whole.get(0).after(),
                first.after(),
                part.get(part.size() - 1).before());
    }

    /** Returns for how long both led at least; 0 or negative if that is not proven. */
    long overlap(LedTime other) {
        if (isInstant()) {
            return other.from <= to && other.to >= from ? 1 : -1;
        }
        return other.isInstant() ? other.overlap(this) : Math.min(to, other.to) - Math.max(from, other.from);
    }

    /** Of a single reading it is only known that its instant is between these two times, the later one first. */
    private boolean isInstant() {
        return to < from;
    }

    /** Returns whether the reading was made during this time. */
    boolean contains(HolderReading reading) {
        return reading.election().equals(election) && reading.before() > from && reading.after() < to;
    }

    @Override
    public String toString() {
        return holder + " (" + tenure + ")";
    }
}
