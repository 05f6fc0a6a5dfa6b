package dev.baton.sidecar.answer;

import dev.baton.LeaderInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one instance reports about its election at one moment.
 *
 * @param election the name of the election
 * @param instanceId the id of this instance
 * @param leads whether this instance leads
 * @param remaining how long a client may act on this answer, counted from before its request; zero if this instance does
 *     not lead
 * @param leader the leader: this instance if it leads, otherwise what the store recorded at the last contact
 * @param leaderAge the time since that contact
 */
public record LeaderAnswer(
        String election,
        String instanceId,
        boolean leads,
        Duration remaining,
        Optional<Leader> leader,
        Duration leaderAge) {

    /** The leader of an election; without an epoch if the store has not confirmed one, or a program without epochs leads. */
    public record Leader(String instanceId, OptionalLong epoch, Optional<String> url) {

        static Leader of(LeaderInfo info) {
            return new Leader(info.instanceId(), epoch(info.epoch()), info.url());
        }

        static OptionalLong epoch(long number) {
            return number > 0 ? OptionalLong.of(number) : OptionalLong.empty();
        }
    }

    /** Returns the epoch of this instance's leadership; empty if it does not lead or has none. */
    public OptionalLong epoch() {
        return leads ? leader.map(Leader::epoch).orElse(OptionalLong.empty()) : OptionalLong.empty();
    }

    /** Returns whether two answers report the same leader and the same tenure. */
    public boolean isSameAs(LeaderAnswer other) {
        return leads == other.leads && leader.equals(other.leader);
    }
}
