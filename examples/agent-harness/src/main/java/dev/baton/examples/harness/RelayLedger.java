package dev.baton.examples.harness;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The events and accepted actions of one key, and the guard that refuses actions of a former leader.
 *
 * <p>Kept in memory. Not thread-safe: {@link RelayTopic} synchronizes.
 */
final class RelayLedger {
    private final Set<String> posted = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Map<RelayVerdict, Long> refused = new EnumMap<>(RelayVerdict.class);
    private long heartbeats;
    private long highestEpoch;

    RelayVerdict post(RelayEvent event) {
        return posted.add(event.id()) ? RelayVerdict.ACCEPTED : RelayVerdict.ALREADY_POSTED;
    }

    /** Checks an action and records it if it is accepted. */
    RelayVerdict submit(AgentAction action) {
        RelayVerdict verdict = checkAndRecord(action);
        if (verdict != RelayVerdict.ACCEPTED) {
            refused.merge(verdict, 1L, Long::sum);
        }
        return verdict;
    }

    RelayStatistics statistics() {
        return new RelayStatistics(
                posted.size(),
                answered.size(),
                acknowledged.size(),
                heartbeats,
                count(RelayVerdict.STALE_EPOCH),
                count(RelayVerdict.UNCONFIRMED),
                count(RelayVerdict.ALREADY_ANSWERED) + count(RelayVerdict.ALREADY_ACKNOWLEDGED),
                highestEpoch);
    }

    private RelayVerdict checkAndRecord(AgentAction action) {
        if (action.surface() != Surface.HEARTBEAT && !posted.contains(action.event())) {
            return RelayVerdict.UNKNOWN_EVENT;
        }
        if (action.epoch() == 0) {
            return RelayVerdict.UNCONFIRMED;
        }
        if (action.epoch() < highestEpoch) {
            return RelayVerdict.STALE_EPOCH;
        }
        // Before the check for repetitions: a repeated action also proves that earlier tenures have ended.
        highestEpoch = action.epoch();
        return switch (action.surface()) {
            case DISPATCH -> answered.add(action.event()) ? RelayVerdict.ACCEPTED : RelayVerdict.ALREADY_ANSWERED;
            case REACTION ->
                acknowledged.add(action.event()) ? RelayVerdict.ACCEPTED : RelayVerdict.ALREADY_ACKNOWLEDGED;
            case HEARTBEAT -> {
                heartbeats++;
                yield RelayVerdict.ACCEPTED;
            }
        };
    }

    private long count(RelayVerdict verdict) {
        return refused.getOrDefault(verdict, 0L);
    }
}
