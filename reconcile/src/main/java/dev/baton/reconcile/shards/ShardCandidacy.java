package dev.baton.reconcile.shards;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.TransferOutcome;
import java.util.EnumSet;
import java.util.Set;

/** This replica's candidacy for one shard: it owns it, or stands by for it. */
record ShardCandidacy(int shard, Candidate candidate) {
    private static final Set<CandidateState> HOLDING =
            EnumSet.of(CandidateState.LEADER, CandidateState.RECONNECTING, CandidateState.RELEASING);

    /** Whether the claim is ours, be it while the work drains. */
    boolean holds() {
        return HOLDING.contains(candidate.state());
    }

    boolean leads() {
        return candidate.state() == CandidateState.LEADER;
    }

    /** Drains and hands over, if the heir stands by already; else nothing happens, and the shard stays owned. */
    boolean handTo(String heir) {
        return candidate.transferTo(heir) == TransferOutcome.SENT;
    }
}
