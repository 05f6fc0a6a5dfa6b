package dev.baton;

import java.time.Duration;

/**
 * A health check: an unhealthy candidate does not try to acquire, and a leader that becomes unhealthy steps down.
 *
 * <pre>{@code
 * CandidateSettings.builder().healthCheck(() -> pool.hasFreeConnection()).build();
 * }</pre>
 */
@FunctionalInterface
public interface HealthCheck {

    /** Always healthy; never called. */
    HealthCheck ALWAYS = () -> true;

    /** Returns whether this instance is healthy. Called every {@link CandidateSettings#healthInterval()}; throwing means unhealthy. */
    boolean isHealthy() throws Exception;

    /**
     * Returns how long a check may take: one that has not returned after this time, and after three intervals, counts as
     * unhealthy. Zero unless overridden, so that three intervals decide.
     */
    default Duration timeout() {
        return Duration.ZERO;
    }
}
