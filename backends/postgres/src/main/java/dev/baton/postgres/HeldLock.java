package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;

/**
 * One election lock that the lock session holds, exactly once.
 *
 * @param epoch 0 until the epoch was raised and the lock proved
 */
record HeldLock(PostgresContender contender, AdvisoryKeys keys, long process, long epoch) {

    HeldLock leading(long newEpoch) {
        return new HeldLock(contender, keys, process, newEpoch);
    }
}
