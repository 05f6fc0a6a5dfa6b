package dev.baton;

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
}
