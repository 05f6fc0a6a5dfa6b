package dev.baton.lease;

/**
 * A lease that this process holds, to its knowledge.
 *
 * @param version the version of the lease record after the last confirmed renewal
 * @param epochVersion the version of the epoch record
 */
record HeldLease(LeaseContender contender, LeaseRecord lease, long version, long epochVersion) {

    HeldLease at(long newVersion) {
        return new HeldLease(contender, lease, newVersion, epochVersion);
    }
}
