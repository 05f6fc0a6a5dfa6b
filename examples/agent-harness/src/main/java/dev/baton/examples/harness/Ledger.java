package dev.baton.examples.harness;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What happened under one key, and what may still happen: the guard that a former leader cannot pass.
 *
 * <p>Kept in memory, and not thread-safe: {@link Room} takes turns.
 */
final class Ledger {
    private final Set<String> posted = new HashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Map<Verdict, Long> refused = new EnumMap<>(Verdict.class);
    private long heartbeats;
    private long highestEpoch;

    Verdict post(RelayEvent event) {
        return posted.add(event.id()) ? Verdict.ACCEPTED : Verdict.ALREADY_POSTED;
    }

    Verdict judge(Act act) {
        Verdict verdict = verdictOn(act);
        if (verdict != Verdict.ACCEPTED) {
            refused.merge(verdict, 1L, Long::sum);
        }
        return verdict;
    }

    Tally tally() {
        return new Tally(
                posted.size(),
                answered.size(),
                acknowledged.size(),
                heartbeats,
                count(Verdict.STALE_EPOCH),
                count(Verdict.UNCONFIRMED),
                count(Verdict.ALREADY_ANSWERED) + count(Verdict.ALREADY_ACKNOWLEDGED),
                highestEpoch);
    }

    private Verdict verdictOn(Act act) {
        if (act.surface() != Surface.HEARTBEAT && !posted.contains(act.event())) {
            return Verdict.UNKNOWN_EVENT;
        }
        if (act.epoch() == 0) {
            return Verdict.UNCONFIRMED;
        }
        if (act.epoch() < highestEpoch) {
            return Verdict.STALE_EPOCH;
        }
        // Also when it is a repetition: whoever sent it leads, so earlier reigns are over.
        highestEpoch = act.epoch();
        return switch (act.surface()) {
            case DISPATCH -> answered.add(act.event()) ? Verdict.ACCEPTED : Verdict.ALREADY_ANSWERED;
            case REACTION -> acknowledged.add(act.event()) ? Verdict.ACCEPTED : Verdict.ALREADY_ACKNOWLEDGED;
            case HEARTBEAT -> {
                heartbeats++;
                yield Verdict.ACCEPTED;
            }
        };
    }

    private long count(Verdict verdict) {
        return refused.getOrDefault(verdict, 0L);
    }
}
