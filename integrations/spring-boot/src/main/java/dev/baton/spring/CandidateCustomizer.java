package dev.baton.spring;

import dev.baton.CandidateSettingsBuilder;

/**
 * Changes the settings of a candidate after those of {@code baton.elections} were applied. Every bean of this type is
 * called for every election. A health check is set this way.
 *
 * <pre>{@code
 * @Bean
 * CandidateCustomizer healthyPool(Pool pool) {
 *     return (election, settings) -> settings.healthCheck(pool::isHealthy);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CandidateCustomizer {

    /** Changes the settings of the candidate in the given election. */
    void customize(String election, CandidateSettingsBuilder settings);
}
