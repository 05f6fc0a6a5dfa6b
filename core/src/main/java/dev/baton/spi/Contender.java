package dev.baton.spi;

import java.util.concurrent.CompletionStage;

/**
 * The backend's side of one candidate.
 *
 * <p>The runtime sends one request at a time, except {@link #withdraw}, which it may send at any time. No method blocks
 * or throws; a failed request completes with {@code Unknown} or exceptionally.
 *
 * <p>Order: the runtime sends {@link #acquire} only when every earlier request on this contender has completed, including
 * withdrawals. So a request must complete no earlier than its last effect on the store. If a request does not complete in
 * time, the runtime sends {@link #withdraw}, calls {@link #close} and continues with a new contender from
 * {@link Backend#contend}. Two contenders are two holders, even with the same instance id: whatever requests of the old
 * one still do, they must not touch what the new one acquired.
 *
 * <pre>{@code
 * contender.acquire(0).thenAccept(outcome -> outcome.match(
 *         won -> lead(won.claim()),
 *         held -> waitFor(held.holder()),
 *         unknown -> retry(unknown.cause())));
 * }</pre>
 */
public interface Contender {

    /**
     * Tries once to acquire the claim. Does not wait for the holder.
     *
     * <p>Durability: {@code Won} only after the store confirmed the claim, with an epoch that would survive a crash of
     * the store. The epoch is larger than every earlier one and larger than {@code floor}. No two grants have the same
     * epoch.
     *
     * <p>Idempotence: an attempt after one that ended {@code Unknown} finds what that one left in the store and
     * continues from there.
     *
     * @param floor the highest epoch that this candidate knows, so that a store that lost its data continues after it
     */
    CompletionStage<AcquireOutcome> acquire(long floor);

    /**
     * Tries to recover a claim under its old epoch after contact was lost, on a new session if necessary. Idempotent.
     *
     * <p>Durability: {@code Renewed} only if no other candidate held the claim in between and the store confirmed it
     * again. {@code Gone} if another candidate holds it or the epoch has grown.
     */
    CompletionStage<RenewOutcome> reclaim(Claim claim);

    /**
     * Releases the claim, if owner and epoch match. The store keeps the epoch. Idempotent.
     *
     * <p>Durability: {@code Released} only after the store applied the release. If the request names a successor, other
     * candidates let it go first for a short, limited time.
     */
    CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request);

    /**
     * Removes whatever earlier requests of this contender may have left in the store. Idempotent. Afterwards a late
     * grant cannot make this candidate leader before the next {@link #acquire}: an attempt that is in progress ends
     * without a claim.
     */
    CompletionStage<Void> withdraw();

    /**
     * Frees the local resources of this contender. Does not release a claim. Idempotent. Requests in progress still
     * complete, and a claim that one of them wins is given back with {@link #release} or {@link #withdraw} afterwards.
     */
    void close();
}
