package dev.baton.spi;

/**
 * One candidate's part in one election, as a backend needs to know it.
 *
 * @param url where this candidate can be reached, empty when it did not say
 */
public record ContenderSettings(
        String election, String instanceId, int priority, String url, ContenderSignals signals) {}
