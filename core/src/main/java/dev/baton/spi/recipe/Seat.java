package dev.baton.spi.recipe;

/**
 * The one place of this process in the queue of an election, and the candidate that uses it.
 *
 * @param key what identifies the place in the store, beside its election
 * @param revision the number that the store gave to the place when it was created, from which the epoch follows; 0 if it
 *     is not known whether it was created
 * @param epoch the epoch, if the candidate leads; otherwise 0
 * @param use what the place is for
 */
public record Seat<C extends QueuedContender, K>(C contender, K key, long revision, long epoch, Use use) {

    /** What the place of a candidate is for. */
    public enum Use {
        /** The candidate waits until its place is the first one, or its attempt is in progress. */
        STANDING,
        LEADING,
        /** The place must go, and the request to delete it is repeated until the store confirms it. */
        REMOVING
    }

    /** Returns the place of a candidate that waits. */
    public static <C extends QueuedContender, K> Seat<C, K> standing(C contender, K key, long revision) {
        return new Seat<>(contender, key, revision, 0, Use.STANDING);
    }

    public boolean isOf(QueuedContender other) {
        return contender == other;
    }

    public boolean isLeading(long ofEpoch) {
        return use == Use.LEADING && epoch == ofEpoch;
    }

    public Seat<C, K> created(K createdKey, long createRevision) {
        return standing(contender, createdKey, createRevision);
    }

    public Seat<C, K> leading(long confirmedEpoch) {
        return new Seat<>(contender, key, revision, confirmedEpoch, Use.LEADING);
    }

    /** Returns the same place with other details. */
    public Seat<C, K> withKey(K other) {
        return new Seat<>(contender, other, revision, epoch, use);
    }

    public Seat<C, K> removing() {
        return new Seat<>(contender, key, revision, epoch, Use.REMOVING);
    }
}
