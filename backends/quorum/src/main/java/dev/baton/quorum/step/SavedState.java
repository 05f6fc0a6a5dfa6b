package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.Map;

/**
 * The state that earlier starts of this member left behind.
 *
 * @param votes by election
 * @param promises of {@link NodeEffect.SavePromise} by election; only those of the current boot of the machine
 */
public record SavedState(GroupRecord group, Map<String, Vote> votes, Map<String, LeasePromise> promises) {
    public SavedState {
        votes = Map.copyOf(votes);
        promises = Map.copyOf(promises);
    }

    long highestVote() {
        return votes.values().stream().mapToLong(Vote::term).max().orElse(0);
    }

    SavedState restoredBy(SafetyRules rules) {
        Map<String, LeasePromise> restored = new HashMap<>();
        promises.forEach((election, promise) -> restored.put(election, rules.restored(promise)));
        return new SavedState(group, votes, restored);
    }
}
