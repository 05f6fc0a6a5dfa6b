package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.Map;

/**
 * What survived from earlier starts of this member.
 *
 * @param promises as {@link NodeEffect.Remember} left them, by election; only those of the same boot of the machine
 */
public record SavedState(GroupRecord group, Map<String, Vote> ballots, Map<String, LeasePromise> promises) {
    public SavedState {
        ballots = Map.copyOf(ballots);
        promises = Map.copyOf(promises);
    }

    /** Nothing but the list of members from the settings. */
    public static SavedState fresh(Membership founding, long store) {
        return new SavedState(GroupRecord.fresh(founding, store), Map.of(), Map.of());
    }

    long highestVote() {
        return ballots.values().stream().mapToLong(Vote::term).max().orElse(0);
    }

    SavedState keptBy(SafetyRules rules) {
        Map<String, LeasePromise> kept = new HashMap<>();
        promises.forEach((election, promise) -> kept.put(election, rules.kept(promise)));
        return new SavedState(group, ballots, kept);
    }
}
