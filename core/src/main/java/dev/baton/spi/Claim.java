package dev.baton.spi;

import dev.baton.ClockReading;
import java.util.Optional;

/**
 * What the store records for a leader: the right to lead one election under one epoch.
 *
 * <pre>{@code
 * ClockReading before = clock.now();
 * long epoch = store.insertClaim(election, instanceId);
 * return new AcquireOutcome.Won(new Claim(election, instanceId, epoch, before));
 * }</pre>
 *
 * @param election the name of the election
 * @param instanceId the instance id of the leader
 * @param epoch larger than every earlier epoch of this election; 0 for a claim that the store could not confirm
 * @param countsFrom the start of the validity: a reading that the backend took <em>before</em> it sent the request
 * @param tenureId a random id of the tenure, from a store that keeps one; see {@link dev.baton.Leadership#tenureId}
 */
public record Claim(
        String election, String instanceId, long epoch, ClockReading countsFrom, Optional<String> tenureId) {

    /** Creates a claim of a store that keeps no tenure ids. */
    public Claim(String election, String instanceId, long epoch, ClockReading countsFrom) {
        this(election, instanceId, epoch, countsFrom, Optional.empty());
    }

    /** Returns this claim after a renewal. */
    public Claim countingFrom(ClockReading later) {
        return new Claim(election, instanceId, epoch, later, tenureId);
    }

    /** Uses election and epoch only, because every renewal looks up thousands of claims. */
    @Override
    public int hashCode() {
        return 31 * election.hashCode() + Long.hashCode(epoch);
    }
}
