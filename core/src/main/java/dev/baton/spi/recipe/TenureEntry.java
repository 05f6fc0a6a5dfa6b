package dev.baton.spi.recipe;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import java.time.Instant;
import java.util.Optional;

/**
 * One tenure in the history, by the wall clocks of the leaders.
 *
 * @param until when it ended; empty while it lasts
 */
public record TenureEntry(LeaderInfo leader, Optional<Instant> until, Optional<String> reason) {

    public TenureEntry endedBy(Instant at, String why) {
        return until.isPresent() ? this : new TenureEntry(leader, Optional.of(at), Optional.of(why));
    }

    public Tenure tenure() {
        return new Tenure(leader.epoch(), leader.instanceId(), leader.since(), until, reason);
    }
}
