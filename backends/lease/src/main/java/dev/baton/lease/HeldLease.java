package dev.baton.lease;

/**
 * A lease that this process holds, as far as it knows.
 *
 * @param version of the lease record after the last renewal whose answer came
 * @param epochVersion of the epoch record
 */
record HeldLease(LeaseContender contender, LeaseRecord lease, long version, long epochVersion) {

    HeldLease at(long newVersion) {
        return new HeldLease(contender, lease, newVersion, epochVersion);
    }

    boolean matches(String instanceId, long epoch) {
        return lease.epoch() == epoch && lease.holder().equals(instanceId);
    }
}
