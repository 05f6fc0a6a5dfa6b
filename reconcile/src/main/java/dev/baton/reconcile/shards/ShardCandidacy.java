package dev.baton.reconcile.shards;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.Leadership;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** This replica's candidate for one shard, as its owner or as a standby. It has one tenure at most. */
final class ShardCandidacy {
    private static final Set<CandidateState> HOLDING =
            EnumSet.of(CandidateState.LEADER, CandidateState.RECONNECTING, CandidateState.RELEASING);

    private final int shard;
    private final Candidate candidate;
    /** Completes when the number of shards was confirmed in this tenure: only then the shard is owned. */
    private final CompletableFuture<Void> confirmed = new CompletableFuture<>();

    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable String lastFailure;

    ShardCandidacy(int shard, Candidate candidate) {
        this.shard = shard;
        this.candidate = candidate;
    }

    int shard() {
        return shard;
    }

    Candidate candidate() {
        return candidate;
    }

    /** Returns whether the claim is ours, including while the work drains. */
    boolean holds() {
        return HOLDING.contains(candidate.state());
    }

    boolean leads() {
        return candidate.state() == CandidateState.LEADER;
    }

    boolean isConfirmed() {
        return confirmed.isDone();
    }

    void confirm() {
        confirmed.complete(null);
    }

    /** Runs the work after the number of shards was confirmed in this tenure. */
    void run(ShardWork work, Leadership leadership) throws Exception {
        try {
            confirmed.get();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
        try {
            work.run(shard, leadership);
            lastFailure = null;
        } catch (InterruptedException ended) {
            throw ended;
        } catch (Exception | Error failed) {
            failures.incrementAndGet();
            lastFailure = failed.toString();
            throw failed;
        }
    }

    /** @param confirming what is known about the confirmation of the number of shards */
    ShardHealth health(String confirming) {
        String failed = lastFailure;
        if (candidate.state() == CandidateState.RELEASING) {
            return new ShardHealth(ShardHealth.State.DRAINING, "the work is ending");
        }
        if (!holds()) {
            return new ShardHealth(ShardHealth.State.STANDBY, "takes over if the owner fails");
        }
        if (!isConfirmed()) {
            return new ShardHealth(ShardHealth.State.STARTING, confirming);
        }
        return failed == null
                ? new ShardHealth(ShardHealth.State.OWNED, "owned")
                : new ShardHealth(ShardHealth.State.FAILING, "the work failed " + failures + " times: " + failed);
    }
}
