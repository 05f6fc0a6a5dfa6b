package dev.baton;

import dev.baton.support.text.Durations;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The settings of a candidate. Immutable.
 *
 * <p>A duration that is empty comes from the store's defaults, adjusted so that the whole is safe. A duration that is
 * given is used as it is, or refused: one that is negative or longer than ten years here, one that is not safe on the
 * store when the candidate is created.
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
 * @param liveCommands what to do while the command of the tenure before is still running on this machine
 * @param onWorkFailure what the candidate does when its work throws an exception
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
        LiveCommands liveCommands,
        WorkFailurePolicy onWorkFailure,
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
        Objects.requireNonNull(liveCommands, "liveCommands");
        Objects.requireNonNull(onWorkFailure, "onWorkFailure");
        Objects.requireNonNull(stopSignal, "stopSignal");
        instanceId.ifPresent(id -> Names.check("instance id", id));
        positive("healthInterval", healthInterval, "");
        reconnectGrace.ifPresent(given -> positive("reconnectGrace", given, "; leave it out for none"));
        validity.ifPresent(given -> positive("validity", given, ""));
        renewInterval.ifPresent(given -> positive("renewInterval", given, ""));
        stopGrace.ifPresent(given -> notNegative("stopGrace", given));
        drain.ifPresent(given -> notNegative("drain", given));
        reacquireDelay.ifPresent(given -> notNegative("reacquireDelay", given));
    }

    /** Returns settings that leave everything to the store's defaults. */
    public static CandidateSettings defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that starts from the defaults. */
    public static CandidateSettingsBuilder builder() {
        return new CandidateSettingsBuilder();
    }

    private static void positive(String name, Duration given, String advice) {
        if (given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + Durations.text(given) + advice);
        }
        Durations.refuseTooLong(name, given);
    }

    private static void notNegative(String name, Duration given) {
        if (given.isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + Durations.text(given));
        }
        Durations.refuseTooLong(name, given);
    }
}
