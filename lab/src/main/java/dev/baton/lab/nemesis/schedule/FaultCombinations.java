package dev.baton.lab.nemesis.schedule;

import static dev.baton.lab.nemesis.schedule.FaultKind.COPY;
import static dev.baton.lab.nemesis.schedule.FaultKind.DAMAGE;
import static dev.baton.lab.nemesis.schedule.FaultKind.KILL;
import static dev.baton.lab.nemesis.schedule.FaultKind.MOVE;
import static dev.baton.lab.nemesis.schedule.FaultKind.RUN_KILL;
import static dev.baton.lab.nemesis.schedule.FaultKind.SIDE_FILES;

import java.util.EnumSet;
import java.util.Set;

/** Which faults may occur at the same time. The others together are outside of the guarantees, or one hides the other. */
final class FaultCombinations {
    /**
     * A moved or copied folder is noticed by a leader that runs, and is a risk for candidates that know nothing. After data
     * went back, only processes that run know what was there.
     */
    private static final Set<FaultKind> ALONE = EnumSet.of(MOVE, COPY, FaultKind.RESTORE);
    /** Faults that restart their process themselves. */
    private static final Set<FaultKind> RESTARTS = EnumSet.of(
            FaultKind.KILL,
            FaultKind.KILL_ALL,
            FaultKind.RESTART,
            FaultKind.ISOLATE,
            FaultKind.HIDE,
            FaultKind.SETTINGS,
            FaultKind.TWO_NAMES,
            DAMAGE);
    /** A crash inside a commit whose journal is deleted is not covered. */
    private static final Set<FaultKind> CRASHES = EnumSet.of(KILL, FaultKind.KILL_ALL, RUN_KILL);

    /** They start a command meanwhile. While the file has two names, it is refused the store and ends. */
    private static final Set<FaultKind> START_RUNS = EnumSet.of(FaultKind.PRIVATE_TMP, RUN_KILL);

    private FaultCombinations() {}

    static boolean together(FaultKind one, FaultKind other) {
        // Who restores an older state must have been in contact with the others since.
        if (EnumSet.of(one, other).equals(EnumSet.of(FaultKind.HALVES, FaultKind.RESTORE))) {
            return true;
        }
        if (one == other || ALONE.contains(one) || ALONE.contains(other)) {
            return false;
        }
        if (RESTARTS.contains(one) && RESTARTS.contains(other)) {
            return false;
        }
        if (one.scope() == FaultKind.Scope.SERVER && other.scope() == FaultKind.Scope.SERVER) {
            return false;
        }
        return !isWithOneOf(SIDE_FILES, CRASHES, one, other)
                && !isWithOneOf(FaultKind.TWO_NAMES, START_RUNS, one, other);
    }

    private static boolean isWithOneOf(FaultKind kind, Set<FaultKind> others, FaultKind one, FaultKind other) {
        return (one == kind && others.contains(other)) || (other == kind && others.contains(one));
    }
}
