package dev.baton.spi;

import dev.baton.LiveCommands;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of one candidate that a backend needs.
 *
 * <pre>{@code
 * backend.contend(new ContenderSettings("nightly-report", "replica-1", 0, "", signals));
 * }</pre>
 *
 * @param election the name of the election
 * @param instanceId the instance id
 * @param priority the priority
 * @param url the URL to publish while the candidate leads; empty for none
 * @param liveCommands whether an attempt waits for the running command of the tenure before
 * @param renewInterval how often the candidate renews its claim while it leads; empty if that is not known
 * @param signals receives the backend's signals
 */
public record ContenderSettings(
        String election,
        String instanceId,
        int priority,
        String url,
        LiveCommands liveCommands,
        Optional<Duration> renewInterval,
        ContenderSignals signals) {

    /** Creates settings of a candidate that waits for a running command. */
    public ContenderSettings(String election, String instanceId, int priority, String url, ContenderSignals signals) {
        this(election, instanceId, priority, url, LiveCommands.WAIT, signals);
    }

    /** Creates settings without a renew interval. */
    public ContenderSettings(
            String election,
            String instanceId,
            int priority,
            String url,
            LiveCommands liveCommands,
            ContenderSignals signals) {
        this(election, instanceId, priority, url, liveCommands, Optional.empty(), signals);
    }
}
