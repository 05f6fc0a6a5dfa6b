package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LockException;
import dev.baton.store.ObjectStore;
import java.util.concurrent.CompletionException;

/**
 * What the operations on leases share.
 *
 * @param renewals the thread of the renewals, separate so that no other request delays them
 */
record LeaseContext(
        ObjectStore store,
        LeaseOptions options,
        BatonClock clock,
        LeaseRecords records,
        LeaseTimers timers,
        HeldLeases heldLeases,
        LeaseProcess process,
        LeaseDeathEvidence evidence,
        DatabaseThread renewals,
        DatabaseThread requests) {

    /** @param oneMachine whether all processes of the store run on this machine */
    static LeaseContext of(ObjectStore store, boolean oneMachine, LeaseOptions options, BatonClock clock) {
        return new LeaseContext(
                store,
                options,
                clock,
                new LeaseRecords(store),
                new LeaseTimers(clock),
                new HeldLeases(),
                LeaseProcess.current(store.sessionName()),
                new LeaseDeathEvidence(oneMachine),
                new DatabaseThread("renewals"),
                new DatabaseThread("requests"));
    }

    String describe() {
        return "lease:" + store.describe();
    }

    /** Returns whether the process is proven to have ended. A command that it started may still run. */
    boolean hasEnded(LeaseProcess other) {
        return evidence.hasEnded(other).isProof();
    }

    /** Returns the exception for a request that failed. */
    ConnectionException failure(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    /** Returns the exception for a lease that other processes wrote during the request. */
    LockException conflict(String election, String what) {
        return new LockException("election " + election + " in " + describe() + ": the lease changed " + what);
    }
}
