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
    /** A moved or copied folder is noticed by a leader that runs, and is a risk for candidates that know nothing. */
    private static final Set<FaultKind> ALONE = EnumSet.of(MOVE, COPY);
    /** Faults that restart their process themselves. */
    private static final Set<FaultKind> RESTARTS = EnumSet.of(
            FaultKind.KILL, FaultKind.KILL_ALL, FaultKind.RESTART, FaultKind.ISOLATE, FaultKind.SETTINGS, DAMAGE);
    /** A crash inside a commit whose journal is deleted is not covered. */
    private static final Set<FaultKind> CRASHES = EnumSet.of(KILL, FaultKind.KILL_ALL, RUN_KILL);

    private FaultCombinations() {}

    static boolean together(FaultKind one, FaultKind other) {
        if (one == other || ALONE.contains(one) || ALONE.contains(other)) {
            return false;
        }
        if (RESTARTS.contains(one) && RESTARTS.contains(other)) {
            return false;
        }
        if (one.scope() == FaultKind.Scope.SERVER && other.scope() == FaultKind.Scope.SERVER) {
            return false;
        }
        return !(one == SIDE_FILES && CRASHES.contains(other)) && !(other == SIDE_FILES && CRASHES.contains(one));
    }
}
