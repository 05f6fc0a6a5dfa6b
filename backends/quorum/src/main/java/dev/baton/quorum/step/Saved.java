package dev.baton.quorum.step;

import java.util.HashMap;
import java.util.Map;

/**
 * What survived from earlier starts of this member.
 *
 * @param promises as {@link Effect.Remember} left them, by election; only those of the same boot of the machine
 */
public record Saved(GroupRecord group, Map<String, Ballot> ballots, Map<String, Promise> promises) {
    public Saved {
        ballots = Map.copyOf(ballots);
        promises = Map.copyOf(promises);
    }

    /** Nothing but the list of members from the settings. */
    public static Saved fresh(Membership founding, long store) {
        return new Saved(GroupRecord.fresh(founding, store), Map.of(), Map.of());
    }

    long highestVote() {
        return ballots.values().stream().mapToLong(Ballot::term).max().orElse(0);
    }

    Saved keptBy(Rules rules) {
        Map<String, Promise> kept = new HashMap<>();
        promises.forEach((election, promise) -> kept.put(election, rules.kept(promise)));
        return new Saved(group, ballots, kept);
    }
}
