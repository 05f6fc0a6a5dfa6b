package dev.baton;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The leader of an election, as the store records it.
 *
 * <pre>{@code
 * Optional<URI> target = election.leader().flatMap(LeaderInfo::url).map(URI::create);
 * }</pre>
 *
 * @param election the name of the election
 * @param instanceId the instance id of the leader
 * @param epoch the epoch of the tenure; 0 if the holder has none, see {@link #confirmedEpoch}
 * @param since the start of the tenure by the store's or the leader's wall clock; for display only
 * @param url the URL under which the leader can be reached, if it published one
 */
public record LeaderInfo(String election, String instanceId, long epoch, Instant since, Optional<String> url) {

    /**
     * Returns the epoch, if there is one. A leader of another program on Kubernetes has none, and neither has an unconfirmed
     * claim. Guards refuse such a leader, and no program should show its epoch as a number.
     */
    public OptionalLong confirmedEpoch() {
        return epoch > 0 ? OptionalLong.of(epoch) : OptionalLong.empty();
    }
}
