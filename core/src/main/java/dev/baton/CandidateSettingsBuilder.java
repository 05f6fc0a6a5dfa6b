package dev.baton;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Builds {@link CandidateSettings}, which describes every setting.
 *
 * <pre>{@code
 * CandidateSettings settings = CandidateSettings.builder()
 *         .validity(Duration.ofSeconds(5))
 *         .autoReacquire(false)
 *         .build();
 * }</pre>
 */
public final class CandidateSettingsBuilder {
    private Optional<String> instanceId = Optional.empty();
    private Optional<String> url = Optional.empty();
    private int priority;
    private HealthCheck healthCheck = HealthCheck.ALWAYS;
    private Duration healthInterval = Duration.ofSeconds(1);
    private Optional<RetryStrategy> retry = Optional.empty();
    private boolean autoReacquire = true;
    private Optional<Duration> reconnectGrace = Optional.empty();
    private Optional<Duration> validity = Optional.empty();
    private Optional<Duration> renewInterval = Optional.empty();
    private Optional<Duration> stopGrace = Optional.empty();
    private Optional<Duration> drain = Optional.empty();
    private Optional<Duration> reacquireDelay = Optional.empty();
    private LiveCommands liveCommands = LiveCommands.WAIT;
    private WorkFailurePolicy onWorkFailure = WorkFailurePolicy.STEP_DOWN;
    private Optional<CompletionStage<?>> stopSignal = Optional.empty();

    CandidateSettingsBuilder() {}

    /** Sets the instance id. */
    public CandidateSettingsBuilder instanceId(String value) {
        instanceId = Optional.of(Objects.requireNonNull(value, "instanceId"));
        return this;
    }

    /** Sets the URL that is published while this instance leads. */
    public CandidateSettingsBuilder url(String value) {
        url = Optional.of(Objects.requireNonNull(value, "url"));
        return this;
    }

    /** Sets the priority; higher goes first. */
    public CandidateSettingsBuilder priority(int value) {
        priority = value;
        return this;
    }

    /** Sets the health check. */
    public CandidateSettingsBuilder healthCheck(HealthCheck value) {
        healthCheck = Objects.requireNonNull(value, "healthCheck");
        return this;
    }

    /** Sets how often the health check runs. */
    public CandidateSettingsBuilder healthInterval(Duration value) {
        healthInterval = Objects.requireNonNull(value, "healthInterval");
        return this;
    }

    /** Sets the retry strategy. */
    public CandidateSettingsBuilder retry(RetryStrategy value) {
        retry = Optional.of(Objects.requireNonNull(value, "retry"));
        return this;
    }

    /** Sets whether the candidate tries to acquire again after a tenure ended. */
    public CandidateSettingsBuilder autoReacquire(boolean value) {
        autoReacquire = value;
        return this;
    }

    /** Sets how long a claim may be recovered after contact was lost. */
    public CandidateSettingsBuilder reconnectGrace(Duration value) {
        reconnectGrace = Optional.of(Objects.requireNonNull(value, "reconnectGrace"));
        return this;
    }

    /** Sets how long a leadership stays valid without renewal. */
    public CandidateSettingsBuilder validity(Duration value) {
        validity = Optional.of(Objects.requireNonNull(value, "validity"));
        return this;
    }

    /** Sets how often a claim is renewed. */
    public CandidateSettingsBuilder renewInterval(Duration value) {
        renewInterval = Optional.of(Objects.requireNonNull(value, "renewInterval"));
        return this;
    }

    /** Sets how long work may take to stop when the store is unreachable. */
    public CandidateSettingsBuilder stopGrace(Duration value) {
        stopGrace = Optional.of(Objects.requireNonNull(value, "stopGrace"));
        return this;
    }

    /** Sets how long work may take to stop before a release. */
    public CandidateSettingsBuilder drain(Duration value) {
        drain = Optional.of(Objects.requireNonNull(value, "drain"));
        return this;
    }

    /** Sets how long others go first after a step-down. */
    public CandidateSettingsBuilder reacquireDelay(Duration value) {
        reacquireDelay = Optional.of(Objects.requireNonNull(value, "reacquireDelay"));
        return this;
    }

    /** Sets what to do while the command of the tenure before is still running on this machine. */
    public CandidateSettingsBuilder liveCommands(LiveCommands value) {
        liveCommands = Objects.requireNonNull(value, "liveCommands");
        return this;
    }

    /** Sets what the candidate does when its work throws an exception; by default it steps down. */
    public CandidateSettingsBuilder onWorkFailure(WorkFailurePolicy value) {
        onWorkFailure = Objects.requireNonNull(value, "onWorkFailure");
        return this;
    }

    /** Sets a stage whose completion stops the candidate. */
    public CandidateSettingsBuilder stopSignal(CompletionStage<?> value) {
        stopSignal = Optional.of(Objects.requireNonNull(value, "stopSignal"));
        return this;
    }

    /** Returns the settings. */
    public CandidateSettings build() {
        return new CandidateSettings(
                instanceId,
                url,
                priority,
                healthCheck,
                healthInterval,
                retry,
                autoReacquire,
                reconnectGrace,
                validity,
                renewInterval,
                stopGrace,
                drain,
                reacquireDelay,
                liveCommands,
                onWorkFailure,
                stopSignal);
    }
}
