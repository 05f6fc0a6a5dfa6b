package dev.baton.kubernetes;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LockException;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.support.thread.StoreThreads;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * What the operations on Kubernetes share.
 *
 * @param timers how long this process has seen the specification of each Lease unchanged
 */
record KubernetesContext(
        KubeApi api,
        KubernetesOptions options,
        BatonClock clock,
        HeldTenures held,
        UnchangedTimer<String, String> timers,
        StoreThreads threads) {

    String shown() {
        return "kubernetes:" + api.namespace();
    }

    /** Reads the Lease of an election. */
    Optional<ElectionLease> lease(String election) {
        return api.get(LeaseNames.election(election)).map(object -> checked(election, object));
    }

    /** A Lease with a similar name could belong to another election. */
    private ElectionLease checked(String election, KubeObject object) {
        ElectionLease lease = new ElectionLease(object);
        String recorded = object.annotation(Marks.ELECTION);
        if (!recorded.isEmpty() && !recorded.equals(election)) {
            throw new LockException("the Lease " + object.name() + " in " + shown() + " belongs to the election "
                    + recorded + "; rename one of the two elections");
        }
        return lease;
    }

    /** Returns how long the holder has not renewed, as this process has seen it. */
    Duration unchangedFor(String election, ElectionLease lease) {
        return timers.observe(election, lease.fingerprint(), clock.nanos());
    }

    /** Returns the exception for a request that failed. */
    ConnectionException failure(String election, Throwable failed) {
        Throwable cause =
                failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
        return new ConnectionException("election " + election + ": " + cause.getMessage(), cause);
    }

    /** Returns the exception for a Lease that other processes wrote during the request. */
    LockException conflict(String election, String when) {
        return new LockException("election " + election + " in " + shown() + ": the Lease changed " + when);
    }
}
