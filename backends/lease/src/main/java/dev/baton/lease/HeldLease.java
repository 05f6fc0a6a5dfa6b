package dev.baton.lease;

/**
 * A lease that this process holds, to its knowledge.
 *
 * @param version the version of the lease record after the last confirmed renewal
 * @param epoch the epoch record as this process last wrote it
 * @param epochVersion the version of that epoch record
 */
record HeldLease(LeaseContender contender, LeaseRecord lease, long version, EpochRecord epoch, long epochVersion) {

    HeldLease at(long newVersion) {
        return new HeldLease(contender, lease, newVersion, epoch, epochVersion);
    }

    HeldLease with(EpochRecord newEpoch, long newEpochVersion) {
        return new HeldLease(contender, lease, version, newEpoch, newEpochVersion);
    }
}
