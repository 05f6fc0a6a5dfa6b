package dev.baton.lab.mixed.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Judges a mixed trial. A candidate of Baton must never be valid together with another one of Baton, nor while the store
 * names somebody else. Another program that leads together with a candidate of Baton is at fault if the store named that
 * candidate after the begin of both, in the same tenure: a tenure that was lost does not come back. Otherwise the overlap
 * counts as one of Baton.
 */
public final class MixedChecker {
    private final List<LedTime> ours;
    private final List<LedTime> theirs;
    private final int foreignTenures;
    private final Map<String, List<HolderReading>> holders = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Double> foreignOverlaps = new ArrayList<>();

    private MixedChecker(
            Collection<LeadReading> ours, Collection<LeadReading> theirs, Collection<HolderReading> holders) {
        this.ours = LedTime.whole(ours);
        this.theirs = LedTime.inMotion(theirs);
        this.foreignTenures = LedTime.whole(theirs).size();
        holders.forEach(reading -> this.holders
                .computeIfAbsent(reading.election(), election -> new ArrayList<>())
                .add(reading));
    }

    /**
     * Judges a trial.
     *
     * @param ours what the candidates of Baton recorded
     * @param theirs what the other programs recorded
     * @param holders what the store showed
     */
    public static MixedVerdict check(
            Collection<LeadReading> ours, Collection<LeadReading> theirs, Collection<HolderReading> holders) {
        MixedChecker checker = new MixedChecker(ours, theirs, holders);
        checker.checkEpochs();
        for (LedTime tenure : checker.ours) {
            checker.checkStore(tenure);
            checker.theirs.forEach(other -> checker.checkOverlap(tenure, other));
        }
        checker.addForeignOverlaps();
        return new MixedVerdict(
                checker.ours.size(), checker.foreignTenures, checker.foreignOverlaps, checker.violations);
    }

    /** Tenures of Baton follow each other with growing epochs. */
    private void checkEpochs() {
        List<LedTime> byTime = new ArrayList<>(ours);
        byTime.sort(Comparator.comparing(LedTime::election).thenComparingLong(LedTime::from));
        Set<String> epochs = new HashSet<>();
        for (int i = 0; i < byTime.size(); i++) {
            LedTime tenure = byTime.get(i);
            if (!epochs.add(tenure.election() + " " + tenure.tenure())) {
                violations.add(tenure.election() + ": the epoch of " + tenure + " was given twice");
            }
            if (i > 0 && byTime.get(i - 1).election().equals(tenure.election())) {
                LedTime before = byTime.get(i - 1);
                if (tenure.tenure() <= before.tenure()) {
                    violations.add(tenure.election() + ": " + tenure + " began after " + before);
                }
                if (tenure.overlap(before) > 0) {
                    violations.add(overlap(tenure, before));
                }
            }
        }
    }

    private static String overlap(LedTime one, LedTime other) {
        return String.format(
                Locale.ROOT,
                "%s: %s and %s led together for %.3f ms",
                one.election(),
                one,
                other,
                one.overlap(other) / 1e6);
    }

    private List<HolderReading> holders(LedTime tenure) {
        return holders.getOrDefault(tenure.election(), List.of());
    }

    private void checkStore(LedTime tenure) {
        holders(tenure).stream()
                .filter(reading -> tenure.contains(reading) && !reading.holder().equals(tenure.holder()))
                .findFirst()
                .ifPresent(reading -> violations.add(String.format(
                        Locale.ROOT,
                        "%s: the store named \"%s\" while %s was valid, %.3f ms after its begin and %.3f ms before its end",
                        tenure.election(),
                        reading.holder(),
                        tenure,
                        (reading.before() - tenure.from()) / 1e6,
                        (tenure.to() - reading.after()) / 1e6)));
    }

    private void checkOverlap(LedTime tenure, LedTime other) {
        if (!tenure.election().equals(other.election()) || tenure.overlap(other) <= 0) {
            return;
        }
        long began = Math.max(tenure.from(), other.began());
        boolean named = holders(tenure).stream()
                .anyMatch(reading -> reading.before() >= began
                        && tenure.contains(reading)
                        && reading.holder().equals(tenure.holder()));
        if (named) {
            foreignOverlaps.add(tenure.overlap(other) / 1e6);
        } else {
            violations.add(overlap(tenure, other) + ", and the store did not name the former after the begin of both");
        }
    }

    /** Other programs can also overlap among themselves. */
    private void addForeignOverlaps() {
        for (int i = 0; i < theirs.size(); i++) {
            for (LedTime other : theirs.subList(i + 1, theirs.size())) {
                LedTime one = theirs.get(i);
                if (one.election().equals(other.election())
                        && !one.holder().equals(other.holder())
                        && one.overlap(other) > 0) {
                    foreignOverlaps.add(one.overlap(other) / 1e6);
                }
            }
        }
    }
}
