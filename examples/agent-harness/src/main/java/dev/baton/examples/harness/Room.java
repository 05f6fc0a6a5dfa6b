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
final class Room {
    private final Ledger ledger = new Ledger();
    private final Set<LineChannel> members = new HashSet<>();

    /** From now on this one hears everything; what was before is not told again. */
    synchronized void join(LineChannel member) {
        members.add(member);
        member.send(Map.of("type", "welcome"));
    }

    synchronized void leave(LineChannel member) {
        members.remove(member);
    }

    synchronized Verdict post(RelayEvent event) {
        Verdict verdict = ledger.post(event);
        if (verdict == Verdict.ACCEPTED) {
            tell(event.frame("event"));
        }
        return verdict;
    }

    synchronized Verdict act(Act act) {
        Verdict verdict = ledger.judge(act);
        if (verdict == Verdict.ACCEPTED) {
            tell(act.frame(act.surface().told()));
        }
        return verdict;
    }

    synchronized Tally tally() {
        return ledger.tally();
    }

    private void tell(Map<String, Object> frame) {
        members.forEach(member -> member.send(frame));
    }
}
