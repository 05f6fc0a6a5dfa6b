package dev.baton;

import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The settings of a candidate. Immutable.
 *
 * <p>A duration that is empty comes from the store's defaults, adjusted so that the whole is safe. A duration that is
 * given is used as it is, or refused when the candidate is created.
 *
 * <pre>{@code
 * CandidateSettings settings = CandidateSettings.builder()
 *         .instanceId("replica-1")
 *         .priority(10)
 *         .healthCheck(() -> pool.isHealthy())
 *         .build();
 * }</pre>
 *
 * @param instanceId the instance id; empty: {@code BATON_INSTANCE_ID}, else a new id
 * @param url the URL under which this instance can be reached, published while it leads
 * @param priority candidates with a higher priority try to acquire first
 * @param healthCheck the health check
 * @param healthInterval how often the health check runs
 * @param retry when to try again; empty: the store's default
 * @param autoReacquire whether the candidate tries to acquire again after a tenure ended
 * @param reconnectGrace how long a claim may be recovered without a loss after contact was lost; empty: not at all
 * @param validity how long a leadership stays valid without renewal
 * @param renewInterval how often a claim is renewed
 * @param stopGrace how long work may take to stop when the store is unreachable
 * @param drain how long work may take to stop before a release
 * @param reacquireDelay how long the candidate lets others go first after it stepped down
 * @param stopSignal stops the candidate when it completes, normally or not; if it is already complete, the candidate
 *     does not start
 */
public record CandidateSettings(
        Optional<String> instanceId,
        Optional<String> url,
        int priority,
        HealthCheck healthCheck,
        Duration healthInterval,
        Optional<RetryStrategy> retry,
        boolean autoReacquire,
        Optional<Duration> reconnectGrace,
        Optional<Duration> validity,
        Optional<Duration> renewInterval,
        Optional<Duration> stopGrace,
        Optional<Duration> drain,
        Optional<Duration> reacquireDelay,
        Optional<CompletionStage<?>> stopSignal) {

    private static final CandidateSettings DEFAULTS = builder().build();

    public CandidateSettings {
        Objects.requireNonNull(instanceId, "instanceId");
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(healthCheck, "healthCheck");
        Objects.requireNonNull(healthInterval, "healthInterval");
        Objects.requireNonNull(retry, "retry");
        Objects.requireNonNull(reconnectGrace, "reconnectGrace");
        Objects.requireNonNull(validity, "validity");
        Objects.requireNonNull(renewInterval, "renewInterval");
        Objects.requireNonNull(stopGrace, "stopGrace");
        Objects.requireNonNull(drain, "drain");
        Objects.requireNonNull(reacquireDelay, "reacquireDelay");
        Objects.requireNonNull(stopSignal, "stopSignal");
        instanceId.ifPresent(id -> Names.check("instance id", id));
        reconnectGrace.ifPresent(grace -> {
            if (grace.isNegative() || grace.isZero()) {
                throw new IllegalArgumentException(
                        "reconnectGrace must be positive, but is " + grace.toMillis() + " ms; leave it out for none");
            }
        });
        if (healthInterval.isNegative() || healthInterval.isZero()) {
            throw new IllegalArgumentException(
                    "healthInterval must be positive, but is " + healthInterval.toMillis() + " ms");
        }
    }

    /** Returns settings that leave everything to the store's defaults. */
    public static CandidateSettings defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that starts from the defaults. */
    public static CandidateSettingsBuilder builder() {
        return new CandidateSettingsBuilder();
    }
}
