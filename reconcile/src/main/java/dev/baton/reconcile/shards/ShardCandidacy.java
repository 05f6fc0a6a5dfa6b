package dev.baton.reconcile.shards;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import java.util.EnumSet;
import java.util.Set;

/** This replica's candidate for one shard, as its owner or as a standby. */
record ShardCandidacy(int shard, Candidate candidate) {
    private static final Set<CandidateState> HOLDING =
            EnumSet.of(CandidateState.LEADER, CandidateState.RECONNECTING, CandidateState.RELEASING);

    /** Returns whether the claim is ours, including while the work drains. */
    boolean holds() {
        return HOLDING.contains(candidate.state());
    }

    boolean leads() {
        return candidate.state() == CandidateState.LEADER;
    }
}
