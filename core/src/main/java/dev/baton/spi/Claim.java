package dev.baton.spi;

import dev.baton.ClockReading;

/**
 * What a backend grants: the right to lead one election under one epoch, for the validity.
 *
 * @param epoch larger than every earlier one of this election; 0 for a claim the store could not confirm
 * @param countsFrom the moment, taken by the backend <em>before</em> the request left, from which the
 *     validity counts
 */
public record Claim(String election, String instanceId, long epoch, ClockReading countsFrom) {

    /** The same claim, confirmed again. */
    public Claim countingFrom(ClockReading later) {
        return new Claim(election, instanceId, epoch, later);
    }

    /** By election and epoch, which tell claims apart well enough: thousands are looked up at every renewal. */
    @Override
    public int hashCode() {
        return 31 * election.hashCode() + Long.hashCode(epoch);
    }
}
