package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;

/**
 * An election lock that the lock session holds, exactly once.
 *
 * @param id the identity of this hold: a request that frees or confirms a hold names it, so that a late request of an earlier
 *     attempt cannot touch the hold of a later one
 * @param attempt the number of the attempt that took or adopted the lock
 * @param livenessKey the liveness key of the lock session
 * @param epoch the epoch of the claim; 0 until the epoch was raised and the session checked
 */
record HeldLock(long id, PostgresContender contender, long attempt, long livenessKey, long epoch) {

    String election() {
        return contender.election();
    }

    AdvisoryKeys keys() {
        return contender.keys();
    }

    HeldLock withEpoch(long newEpoch) {
        return new HeldLock(id, contender, attempt, livenessKey, newEpoch);
    }
}
