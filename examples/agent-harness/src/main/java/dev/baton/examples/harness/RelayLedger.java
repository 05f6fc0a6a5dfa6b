package dev.baton.examples.harness;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What happened under one key, and what may still happen: the guard that a former leader cannot pass.
 *
 * <p>Kept in memory, and not thread-safe: {@link RelayRoom} takes turns.
 */
final class RelayLedger {
    private final Set<String> posted = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Map<RelayResponse, Long> refused = new EnumMap<>(RelayResponse.class);
    private long heartbeats;
    private long highestEpoch;

    RelayResponse post(RelayEvent event) {
        return posted.add(event.id()) ? RelayResponse.ACCEPTED : RelayResponse.ALREADY_POSTED;
    }

    RelayResponse judge(AgentAction act) {
        RelayResponse verdict = verdictOn(act);
        if (verdict != RelayResponse.ACCEPTED) {
            refused.merge(verdict, 1L, Long::sum);
        }
        return verdict;
    }

    RelayStatistics tally() {
        return new RelayStatistics(
                posted.size(),
                answered.size(),
                acknowledged.size(),
                heartbeats,
                count(RelayResponse.STALE_EPOCH),
                count(RelayResponse.UNCONFIRMED),
                count(RelayResponse.ALREADY_ANSWERED) + count(RelayResponse.ALREADY_ACKNOWLEDGED),
                highestEpoch);
    }

    private RelayResponse verdictOn(AgentAction act) {
        if (act.surface() != Surface.HEARTBEAT && !posted.contains(act.event())) {
            return RelayResponse.UNKNOWN_EVENT;
        }
        if (act.epoch() == 0) {
            return RelayResponse.UNCONFIRMED;
        }
        if (act.epoch() < highestEpoch) {
            return RelayResponse.STALE_EPOCH;
        }
        // Also when it is a repetition: whoever sent it leads, so earlier reigns are over.
        highestEpoch = act.epoch();
        return switch (act.surface()) {
            case DISPATCH -> answered.add(act.event()) ? RelayResponse.ACCEPTED : RelayResponse.ALREADY_ANSWERED;
            case REACTION ->
                acknowledged.add(act.event()) ? RelayResponse.ACCEPTED : RelayResponse.ALREADY_ACKNOWLEDGED;
            case HEARTBEAT -> {
                heartbeats++;
                yield RelayResponse.ACCEPTED;
            }
        };
    }

    private long count(RelayResponse verdict) {
        return refused.getOrDefault(verdict, 0L);
    }
}
