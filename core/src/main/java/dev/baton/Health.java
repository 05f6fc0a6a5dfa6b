package dev.baton;

/**
 * A health gate: a candidate that is unhealthy does not stand, and a leader that turns unhealthy
 * yields.
 */
@FunctionalInterface
public interface Health {

    /** Asked every {@link CandidateSettings#healthEvery()}, off the thread that renews; throwing is "no". */
    boolean isHealthy() throws Exception;

    /** Always healthy; never asked. */
    Health ALWAYS = () -> true;
}
