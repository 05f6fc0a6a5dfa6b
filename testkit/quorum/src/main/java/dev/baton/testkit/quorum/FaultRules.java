package dev.baton.testkit.quorum;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which faults a schedule may have: those that its group can have, and that a member can notice. */
final class FaultRules {
    /**
     * Faults with which every member stays connected to the first of two processes with one name, and gets its answers in
     * time. Under any other fault a member may admit the second one, while the rest goes on with the first.
     */
    private static final Set<SimulatedFault> CALM = EnumSet.of(
            SimulatedFault.TWIN,
            SimulatedFault.MEMBERSHIP,
            SimulatedFault.DRIFT,
            SimulatedFault.CLOCK_STEP,
            SimulatedFault.FULL_DISK,
            SimulatedFault.FAILED_SYNC,
            SimulatedFault.DUPLICATION,
            SimulatedFault.TRANSFER,
            SimulatedFault.WITHDRAWAL,
            SimulatedFault.INTRUSION);

    /** Faults after which a start does not know the promises of the one before, and so not whether votes are missing. */
    private static final Set<SimulatedFault> FORGETFUL = EnumSet.of(
            SimulatedFault.REBOOT,
            SimulatedFault.MOVED_DISK,
            SimulatedFault.COPIED_DISK,
            SimulatedFault.TORN_WRITE,
            SimulatedFault.LOST_WRITE,
            SimulatedFault.KEPT_WRITE,
            SimulatedFault.BIT_ROT,
            SimulatedFault.ROLLED_BACK);

    /** Faults of streams of bytes. */
    private static final Set<SimulatedFault> OF_STREAMS =
            EnumSet.of(SimulatedFault.TAMPERING, SimulatedFault.INTRUSION, SimulatedFault.WRONG_ADDRESS);

    private FaultRules() {}

    /** Returns the faults of a level. */
    static List<SimulatedFault> of(SimulationLevel level) {
        return Stream.of(SimulatedFault.values())
                .filter(fault -> level == SimulationLevel.MEMBER || !OF_STREAMS.contains(fault))
                .toList();
    }

    /** Returns whether one of these faults needs connections that are streams of bytes. */
    static boolean needStreams(Set<SimulatedFault> kinds) {
        return kinds.stream().anyMatch(OF_STREAMS::contains);
    }

    /** Returns whether a start after this fault does not know the promises of the one before. */
    static boolean forgetsPromises(SimulatedFault fault) {
        return FORGETFUL.contains(fault);
    }

    static boolean isPossible(SimulatedFault fault, int members, SimulationLevel level) {
        return switch (fault) {
            case RING -> members >= 5;
            case WIPED_DISK -> members >= 3;
            case MEMBERSHIP -> members >= 2 && members < 50;
            case ONE_WAY, MAJORITY, ISOLATION, TRANSFER, FORGED_CLOSE -> members >= 2;
            case ROLLED_BACK, TWIN -> members >= 3 && level == SimulationLevel.MEMBER;
            case CLOSED -> level == SimulationLevel.MEMBER;
            case TAMPERING, INTRUSION, WRONG_ADDRESS -> members >= 2 && level == SimulationLevel.MEMBER;
            default -> true;
        };
    }

    /** Returns whether the members can notice each of these faults although the others occur too. */
    static boolean isDetectable(Set<SimulatedFault> kinds) {
        return isDetectable(kinds, SimulatedFault.SUSPENSION, EnumSet.of(SimulatedFault.CLOCK_STEP))
                // A second process is refused only while the first one answers every other member.
                && isDetectable(kinds, SimulatedFault.TWIN, EnumSet.complementOf(EnumSet.copyOf(CALM)));
    }

    private static boolean isDetectable(
            Set<SimulatedFault> kinds, SimulatedFault fault, Set<SimulatedFault> impossibleWith) {
        return !kinds.contains(fault) || kinds.stream().noneMatch(impossibleWith::contains);
    }

    /** Returns how often a fault may occur in one schedule. */
    static int mostTimes(SimulatedFault fault, int members, SeededRandom random) {
        return switch (fault) {
            case WIPED_DISK -> members / 2 + 1; // A majority of the disks.
            case ROLLED_BACK, TWIN -> 1; // Two of them may take each other for genuine.
            case MEMBERSHIP -> random.oneIn(2) ? 16 : 4;
            default -> 4;
        };
    }
}
