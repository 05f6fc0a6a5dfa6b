package dev.baton.spi;

import java.util.concurrent.CompletionStage;

/**
 * One candidate, as the store sees it. The runtime asks for one thing at a time, except {@link
 * #withdraw}, which may overtake anything. No method blocks; none throws.
 */
public interface Contender {

    /**
     * Asks for the claim once, without waiting for a holder to leave.
     *
     * <p>Durability: {@code Won} only after the store confirmed the claim and an epoch larger than
     * every earlier one, and larger than {@code floor}, would survive a crash of the store. No two answers
     * ever carry the same epoch: a late one is given back, and that must not free a newer one. Idempotence:
     * an attempt whose predecessor ended Unknown finds what that one left and goes on from there.
     *
     * @param floor the highest epoch this candidate has ever heard of, so that living candidates restore
     *     what a destroyed store forgot
     */
    CompletionStage<AcquireOutcome> acquire(long floor);

    /**
     * Asks for a claim in doubt, under its old epoch, on a new session where one is needed.
     *
     * <p>{@code Renewed} only when nobody held it meanwhile and the store confirmed it again; {@code
     * Gone} when the epoch was raised or somebody else holds it.
     */
    CompletionStage<RenewOutcome> reclaim(Claim claim);

    /**
     * Gives the claim back, only while owner and epoch match. The epoch stays behind. Idempotent.
     *
     * @param departure why, and who should lead next: other candidates honour that for a short, bounded time
     */
    CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure);

    /**
     * Ends this candidacy and drops whatever a lost reply may have left. Idempotent. Afterwards a late
     * grant cannot make this candidate leader until it asks again.
     */
    CompletionStage<Void> withdraw();

    /** Frees what this contender holds locally. Idempotent; does not release a claim. */
    void close();
}
