package dev.baton.testkit.quorum;

import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Generates a schedule from a seed. */
final class ScheduleGenerator {
    private static final long SECOND = 1_000_000_000L;
    private static final long FAULTS_END_AT = 42 * SECOND;
    private static final long ENDS_AT = 60 * SECOND;
    private static final int[] SIZES = {1, 2, 3, 5, 7, 10, 50};
    /** Per mille of each size; large groups have far more events. */
    private static final int[] WEIGHTS = {30, 100, 560, 250, 40, 17, 3};

    private static final int[] MEMBER_WEIGHTS = {30, 100, 620, 240, 10, 0, 0};

    private final SeededRandom random;
    private final long seed;

    private final SimulationLevel level;

    private ScheduleGenerator(long seed, SimulationLevel level) {
        this.seed = seed;
        this.level = level;
        this.random = new SeededRandom(seed ^ 0x5EED);
    }

    /** Generates a schedule for a group of random size and timing. */
    static Schedule generate(long seed, SimulationLevel level) {
        return new ScheduleGenerator(seed, level).generate();
    }

    /** Generates a schedule for a given group. */
    static Schedule generate(long seed, SimulationLevel level, SimulatedGroup group) {
        return new ScheduleGenerator(seed, level).generate(group);
    }

    private Schedule generate(SimulatedGroup group) {
        Set<SimulatedFault> kinds = kinds(group.members());
        int spares = spares(kinds);
        List<ScheduledFault> faults = faults(kinds, group.members(), group.members() + spares);
        long rest = 2 * group.settings().longestLease().toNanos() + 4 * SECOND;
        long endsAt = Math.max(ENDS_AT, FAULTS_END_AT + rest);
        return new Schedule(
                seed, level, group, spares, 1, random.oneIn(2), streams(kinds), faults, FAULTS_END_AT, endsAt);
    }

    private Schedule generate() {
        int members = size();
        Set<SimulatedFault> kinds = kinds(members);
        int spares = spares(kinds);
        boolean wide = members > 2 && random.oneIn(5);
        List<ScheduledFault> faults = faults(kinds, members, members + spares);
        int elections = random.oneIn(8) ? 3 : 1;
        Duration fastest = Duration.ofNanos(wide ? 20_000_000 : 200_000);
        Duration slowest = Duration.ofNanos(wide ? 80_000_000 : 2_000_000);
        SimulatedGroup group = new SimulatedGroup(members, settings(members), fastest, slowest);
        return new Schedule(
                seed, level, group, spares, elections, random.oneIn(2), streams(kinds), faults, FAULTS_END_AT, ENDS_AT);
    }

    private boolean streams(Set<SimulatedFault> kinds) {
        return level == SimulationLevel.MEMBER && (FaultRules.needStreams(kinds) || random.oneIn(2));
    }

    private int spares(Set<SimulatedFault> kinds) {
        return kinds.contains(SimulatedFault.MEMBERSHIP) ? 1 + random.below(3) : 0;
    }

    private int size() {
        int roll = random.below(1000);
        int[] weights = level == SimulationLevel.MEMBER ? MEMBER_WEIGHTS : WEIGHTS;
        for (int at = 0; at < SIZES.length; at++) {
            roll -= weights[at];
            if (roll < 0) {
                return SIZES[at];
            }
        }
        return 3;
    }

    private QuorumTiming settings(int members) {
        long slack = 250L * random.below(6);
        QuorumTiming settings = switch (members) {
            case 1 -> timing(40, 1000 + slack);
            case 2 -> timing(250, 1000 + slack);
            case 3 -> timing(400, random.oneIn(6) ? 8000 : 1400 + slack);
            case 5 -> timing(750, random.oneIn(6) ? 10_000 : 2600 + slack);
            default -> random.oneIn(2) ? QuorumTiming.seed() : timing(1000, 3200 + slack);
        };
        if (random.oneIn(4)) {
            long longer = settings.lease().toMillis() * 14 / 10;
            settings = timing(settings.heartbeatEvery().toMillis(), longer).withDrift(0.08);
        }
        return settings;
    }

    private static QuorumTiming timing(long heartbeat, long lease) {
        return QuorumTiming.of(Duration.ofMillis(heartbeat), Duration.ofMillis(lease));
    }

    private Set<SimulatedFault> kinds(int members) {
        List<SimulatedFault> all = FaultRules.of(level);
        Set<SimulatedFault> chosen = EnumSet.noneOf(SimulatedFault.class);
        int count = 3 + random.below(4);
        while (chosen.size() < count) {
            SimulatedFault fault = all.get(random.below(all.size()));
            chosen.add(fault);
            if (!FaultRules.isPossible(fault, members, level) || !FaultRules.isDetectable(chosen)) {
                chosen.remove(fault);
            }
        }
        return chosen;
    }

    private List<ScheduledFault> faults(Set<SimulatedFault> kinds, int members, int nodes) {
        List<ScheduledFault> faults = new ArrayList<>();
        for (SimulatedFault kind : kinds) {
            int times = 1 + random.below(FaultRules.mostTimes(kind, members, random));
            long from = random.oneIn(4) ? 0 : SECOND;
            for (int time = 0; time < times; time++) {
                long at = random.between(from, FAULTS_END_AT - 4 * SECOND);
                long length = Math.min(length(kind), FAULTS_END_AT - at);
                faults.add(new ScheduledFault(at, kind, random.below(nodes), length, random.unit()));
            }
        }
        faults.sort(Comparator.comparingLong(ScheduledFault::at));
        return faults;
    }

    private long length(SimulatedFault fault) {
        return switch (fault) {
            case PAUSE, SUSPENSION -> random.between(SECOND / 20, 12 * SECOND);
            case CRASH, TORN_WRITE, LOST_WRITE, KEPT_WRITE -> random.between(SECOND / 100, 3 * SECOND);
            case REBOOT,
                    MOVED_DISK,
                    COPIED_DISK,
                    ROLLED_BACK,
                    BIT_ROT,
                    OTHER_LEASE,
                    WIPED_DISK,
                    REVERTED_WRITE,
                    CLOSED -> random.between(SECOND / 10, 6 * SECOND);
            default -> random.between(SECOND / 5, 12 * SECOND);
        };
    }
}
