package dev.baton;

import dev.baton.retry.RetryStrategy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Builds {@link CandidateSettings}; see there for what each setting means. */
public final class CandidateSettingsBuilder {
    private Optional<String> instanceId = Optional.empty();
    private Optional<String> url = Optional.empty();
    private int priority;
    private Health health = Health.ALWAYS;
    private Duration healthEvery = Duration.ofSeconds(1);
    private Optional<RetryStrategy> retry = Optional.empty();
    private boolean autoReacquire = true;
    private Optional<Duration> reconnectGrace = Optional.empty();
    private Optional<Duration> validity = Optional.empty();
    private Optional<Duration> renewEvery = Optional.empty();
    private Optional<Duration> stopGrace = Optional.empty();
    private Optional<Duration> drain = Optional.empty();
    private Optional<Duration> yieldFor = Optional.empty();
    private Optional<CompletionStage<?>> stopSignal = Optional.empty();

    CandidateSettingsBuilder() {}

    public CandidateSettingsBuilder instanceId(String value) {
        instanceId = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder url(String value) {
        url = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder priority(int value) {
        priority = value;
        return this;
    }

    public CandidateSettingsBuilder health(Health value) {
        health = value;
        return this;
    }

    public CandidateSettingsBuilder healthEvery(Duration value) {
        healthEvery = value;
        return this;
    }

    public CandidateSettingsBuilder retry(RetryStrategy value) {
        retry = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder autoReacquire(boolean value) {
        autoReacquire = value;
        return this;
    }

    public CandidateSettingsBuilder reconnectGrace(Duration value) {
        reconnectGrace = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder validity(Duration value) {
        validity = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder renewEvery(Duration value) {
        renewEvery = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder stopGrace(Duration value) {
        stopGrace = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder drain(Duration value) {
        drain = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder yieldFor(Duration value) {
        yieldFor = Optional.of(value);
        return this;
    }

    public CandidateSettingsBuilder stopSignal(CompletionStage<?> value) {
        stopSignal = Optional.of(value);
        return this;
    }

    public CandidateSettings build() {
        return new CandidateSettings(
                instanceId,
                url,
                priority,
                health,
                healthEvery,
                retry,
                autoReacquire,
                reconnectGrace,
                validity,
                renewEvery,
                stopGrace,
                drain,
                yieldFor,
                stopSignal);
    }
}
