package dev.baton.examples.harness;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Everyone who shares one key, and their ledger.
 *
 * <p>Judging and telling are one step, so all hear the same things in the same order: an event before its
 * answer.
 */
final class RelayRoom {
    private final RelayLedger ledger = new RelayLedger();
    private final Set<JsonLineChannel> members = new HashSet<>();

    /** From now on this one hears everything; what was before is not told again. */
    synchronized void join(JsonLineChannel member) {
        members.add(member);
        member.send(Map.of("type", "welcome"));
    }

    synchronized void leave(JsonLineChannel member) {
        members.remove(member);
    }

    synchronized RelayResponse post(RelayEvent event) {
        RelayResponse verdict = ledger.post(event);
        if (verdict == RelayResponse.ACCEPTED) {
            tell(event.frame("event"));
        }
        return verdict;
    }

    synchronized RelayResponse act(AgentAction act) {
        RelayResponse verdict = ledger.judge(act);
        if (verdict == RelayResponse.ACCEPTED) {
            tell(act.frame(act.surface().told()));
        }
        return verdict;
    }

    synchronized RelayStatistics tally() {
        return ledger.tally();
    }

    private void tell(Map<String, Object> frame) {
        members.forEach(member -> member.send(frame));
    }
}
