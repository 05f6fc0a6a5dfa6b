package dev.baton.lab.nemesis.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * An endless schedule of faults. The same arguments give the same steps. Every kind occurs about equally often; a third of
 * the steps has two faults.
 */
public final class NemesisSchedule implements Iterator<NemesisStep> {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final int MAX_PAUSE_MILLIS = 700;
    private static final int CHOICES = 1_000_000;

    private final Random random;
    private final List<FaultKind> kinds;
    private final Duration validity;
    private final List<String> candidates;
    private final List<String> runs;
    private final List<FaultKind> waiting = new ArrayList<>();
    private int steps;

    /**
     * Begins a schedule.
     *
     * @param kinds the faults to choose from
     * @param validity faults last from 0.1 s to three times that
     * @param candidates the names of the processes with candidates of the API
     * @param runs the names of the processes of {@code baton run}
     */
    public NemesisSchedule(
            long seed, Set<FaultKind> kinds, Duration validity, List<String> candidates, List<String> runs) {
        if (kinds.isEmpty() || candidates.isEmpty()) {
            throw new IllegalArgumentException(
                    "a schedule needs faults and processes, but has " + kinds + " and " + candidates);
        }
        this.random = new Random(seed);
        this.kinds = List.copyOf(new TreeSet<>(kinds));
        this.validity = validity;
        this.candidates = List.copyOf(candidates);
        this.runs = List.copyOf(runs);
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public NemesisStep next() {
        List<PlannedFault> faults = new ArrayList<>();
        FaultKind first = nextKind();
        faults.add(fault(first, Duration.ZERO));
        List<FaultKind> possible = kinds.stream()
                .filter(kind -> FaultCombinations.together(first, kind))
                .toList();
        if (random.nextInt(3) == 0 && !possible.isEmpty()) {
            long latest = faults.get(0).duration().toMillis();
            faults.add(fault(possible.get(random.nextInt(possible.size())), Duration.ofMillis((long)
                    (random.nextDouble() * latest))));
        }
        return new NemesisStep(++steps, Duration.ofMillis(random.nextInt(MAX_PAUSE_MILLIS)), faults);
    }

    private FaultKind nextKind() {
        if (waiting.isEmpty()) {
            waiting.addAll(kinds);
            Collections.shuffle(waiting, random);
        }
        return waiting.remove(waiting.size() - 1);
    }

    private PlannedFault fault(FaultKind kind, Duration delay) {
        long range = validity.multipliedBy(3).minus(SHORTEST).toMillis();
        // Short faults are more frequent than long ones: the square of a random number.
        double share = random.nextDouble();
        Duration duration = SHORTEST.plusMillis((long) (share * share * range));
        return new PlannedFault(kind, target(kind), delay, duration, random.nextInt(CHOICES));
    }

    private String target(FaultKind kind) {
        return switch (kind.scope()) {
            case CANDIDATE -> random.nextInt(3) > 0 ? PlannedFault.BUSIEST : any(candidates);
            case RUN -> any(runs);
            case SERVER, ALL -> PlannedFault.NONE;
        };
    }

    private String any(List<String> names) {
        return names.isEmpty() ? PlannedFault.NONE : names.get(random.nextInt(names.size()));
    }
}
