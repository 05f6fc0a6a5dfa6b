package dev.baton.testkit.quorum;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.TransportTrust;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes a plan from a seed. */
final class ScheduleGenerator {
    private static final long SECOND = 1_000_000_000L;
    private static final long CALM_AT = 42 * SECOND;
    private static final long ENDS_AT = 60 * SECOND;
    private static final int[] SIZES = {1, 2, 3, 5, 7, 10, 50};
    /** Out of a thousand: large groups cost far more events. */
    private static final int[] WEIGHTS = {30, 100, 560, 250, 40, 17, 3};

    private final SeededRandom dice;
    private final long seed;

    private ScheduleGenerator(long seed) {
        this.seed = seed;
        this.dice = new SeededRandom(seed ^ 0x5EED);
    }

    static Schedule plan(long seed) {
        return new ScheduleGenerator(seed).make();
    }

    static Schedule plan(long seed, SimulatedGroup group) {
        return new ScheduleGenerator(seed).make(group);
    }

    private Schedule make(SimulatedGroup group) {
        Set<SimulatedFault> kinds = kinds(group.members());
        int spares = kinds.contains(SimulatedFault.MEMBERSHIP) ? 1 + dice.below(3) : 0;
        List<ScheduledFault> strikes = strikes(kinds, group.members() + spares);
        long rest = 2 * group.settings().longestLease().toNanos() + 4 * SECOND;
        return new Schedule(
                seed,
                group.members(),
                spares,
                1,
                group.settings(),
                group.fastest().toNanos(),
                group.slowest().toNanos(),
                dice.oneIn(2),
                strikes,
                CALM_AT,
                Math.max(ENDS_AT, CALM_AT + rest));
    }

    private Schedule make() {
        int members = size();
        Set<SimulatedFault> kinds = kinds(members);
        int spares = kinds.contains(SimulatedFault.MEMBERSHIP) ? 1 + dice.below(3) : 0;
        boolean wide = members > 2 && dice.oneIn(5);
        List<ScheduledFault> strikes = strikes(kinds, members + spares);
        return new Schedule(
                seed,
                members,
                spares,
                dice.oneIn(8) ? 3 : 1,
                settings(members),
                wide ? 20_000_000 : 200_000,
                wide ? 80_000_000 : 2_000_000,
                dice.oneIn(2),
                strikes,
                CALM_AT,
                ENDS_AT);
    }

    private int size() {
        int roll = dice.below(1000);
        for (int at = 0; at < SIZES.length; at++) {
            roll -= WEIGHTS[at];
            if (roll < 0) {
                return SIZES[at];
            }
        }
        return 3;
    }

    private QuorumTiming settings(int members) {
        long slack = 250L * dice.below(6);
        QuorumTiming settings = switch (members) {
            case 1 -> timing(40, 1000 + slack);
            case 2 -> timing(250, 1000 + slack);
            case 3 -> timing(400, dice.oneIn(6) ? 8000 : 1400 + slack);
            case 5 -> timing(750, dice.oneIn(6) ? 10_000 : 2600 + slack);
            default -> dice.oneIn(2) ? QuorumTiming.seed() : timing(1000, 3200 + slack);
        };
        if (dice.oneIn(4)) {
            long longer = settings.lease().toMillis() * 14 / 10;
            settings = timing(settings.heartbeatEvery().toMillis(), longer).drifting(0.08);
        }
        return dice.oneIn(3) ? settings.trusting(TransportTrust.ALWAYS) : settings;
    }

    private static QuorumTiming timing(long heartbeat, long lease) {
        return QuorumTiming.of(Duration.ofMillis(heartbeat), Duration.ofMillis(lease));
    }

    private Set<SimulatedFault> kinds(int members) {
        SimulatedFault[] all = SimulatedFault.values();
        Set<SimulatedFault> chosen = EnumSet.noneOf(SimulatedFault.class);
        int wanted = 3 + dice.below(4);
        while (chosen.size() < wanted) {
            SimulatedFault fault = all[dice.below(all.length)];
            if (isPossible(fault, members) && !isUnseen(chosen, fault)) {
                chosen.add(fault);
            }
        }
        return chosen;
    }

    /** A wall clock that is set back while its machine is suspended hides the suspension: nothing can see that. */
    private static boolean isUnseen(Set<SimulatedFault> chosen, SimulatedFault fault) {
        return (fault == SimulatedFault.SUSPENSION && chosen.contains(SimulatedFault.CLOCK_STEP))
                || (fault == SimulatedFault.CLOCK_STEP && chosen.contains(SimulatedFault.SUSPENSION));
    }

    private static boolean isPossible(SimulatedFault fault, int members) {
        return switch (fault) {
            case RING -> members >= 5;
            case WIPED_DISK -> members >= 3;
            case MEMBERSHIP -> members >= 2 && members < 50;
            case ONE_WAY, MAJORITY, ISOLATION, TRANSFER, FORGED_CLOSE -> members >= 2;
            default -> true;
        };
    }

    private List<ScheduledFault> strikes(Set<SimulatedFault> kinds, int nodes) {
        List<ScheduledFault> strikes = new ArrayList<>();
        for (SimulatedFault fault : kinds) {
            boolean often = fault == SimulatedFault.MEMBERSHIP && dice.oneIn(2);
            int times = fault == SimulatedFault.WIPED_DISK ? 1 : 1 + dice.below(often ? 16 : 4);
            long from = dice.oneIn(4) ? 0 : SECOND;
            for (int time = 0; time < times; time++) {
                long at = dice.between(from, CALM_AT - 4 * SECOND);
                long length = Math.min(length(fault), CALM_AT - at);
                strikes.add(new ScheduledFault(at, fault, dice.below(nodes), length, dice.unit()));
            }
        }
        strikes.sort(Comparator.comparingLong(ScheduledFault::at));
        return strikes;
    }

    private long length(SimulatedFault fault) {
        return switch (fault) {
            case PAUSE, SUSPENSION -> dice.between(SECOND / 20, 12 * SECOND);
            case CRASH, TORN_WRITE, LOST_WRITE, KEPT_WRITE -> dice.between(SECOND / 100, 3 * SECOND);
            case REBOOT, WIPED_DISK -> dice.between(SECOND / 10, 6 * SECOND);
            default -> dice.between(SECOND / 5, 12 * SECOND);
        };
    }
}
