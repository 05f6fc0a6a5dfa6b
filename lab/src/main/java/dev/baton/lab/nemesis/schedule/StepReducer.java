package dev.baton.lab.nemesis.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Reduces the steps of a trial that failed to fewer ones that fail again. The faults hit other instants each time, so a
 * smaller schedule that does not fail may only have had luck.
 */
public final class StepReducer {
    private final Replay replay;
    private final BooleanSupplier timeLeft;

    /** Injects steps into a new trial; returns whether it fails. */
    public interface Replay {
        boolean fails(List<NemesisStep> steps) throws Exception;
    }

    /** @param timeLeft whether there is time for another replay */
    public StepReducer(Replay replay, BooleanSupplier timeLeft) {
        this.replay = replay;
        this.timeLeft = timeLeft;
    }

    /**
     * Returns the smallest steps found that failed again; the given ones if none did. Tries the last ones first, because a
     * trial ends soon after its first violation, then drops single steps.
     */
    public List<NemesisStep> reduce(List<NemesisStep> failed) throws Exception {
        for (int size = 1; size < failed.size(); size *= 2) {
            List<NemesisStep> last = failed.subList(failed.size() - size, failed.size());
            if (fails(last)) {
                return dropSingle(last);
            }
        }
        return failed;
    }

    private List<NemesisStep> dropSingle(List<NemesisStep> failing) throws Exception {
        List<NemesisStep> steps = failing;
        for (int i = 0; i < steps.size() && steps.size() > 1; ) {
            List<NemesisStep> fewer = new ArrayList<>(steps);
            fewer.remove(i);
            if (fails(fewer)) {
                steps = fewer;
            } else {
                i++;
            }
        }
        return List.copyOf(steps);
    }

    private boolean fails(List<NemesisStep> steps) throws Exception {
        return timeLeft.getAsBoolean() && replay.fails(List.copyOf(steps));
    }
}
