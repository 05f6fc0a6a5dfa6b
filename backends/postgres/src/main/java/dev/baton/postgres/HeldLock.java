package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;

/**
 * An election lock that the lock session holds, exactly once.
 *
 * @param livenessKey the liveness key of the lock session
 * @param epoch the epoch of the claim; 0 until the epoch was raised and the session checked
 */
record HeldLock(PostgresContender contender, long livenessKey, long epoch) {

    String election() {
        return contender.election();
    }

    AdvisoryKeys keys() {
        return contender.keys();
    }

    HeldLock withEpoch(long newEpoch) {
        return new HeldLock(contender, livenessKey, newEpoch);
    }
}
