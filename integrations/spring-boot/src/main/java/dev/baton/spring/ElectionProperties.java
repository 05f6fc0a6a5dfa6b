package dev.baton.spring;

import dev.baton.CandidateSettingsBuilder;
import dev.baton.LiveCommands;
import dev.baton.RetryStrategy;
import dev.baton.WorkFailurePolicy;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of this replica's candidate in one election. A setting that is absent has the default of the store.
 *
 * @param priority Candidates with a higher priority try to acquire first.
 * @param url URL under which this replica can be reached, published while it leads.
 * @param healthInterval How often the health check runs, if a CandidateCustomizer sets one.
 * @param retry When a standby tries again.
 * @param retryBase First delay of the retry strategy, which retry names. Default: 1s.
 * @param retryMax Longest delay of the retry strategy, which retry names. Default: 30s.
 * @param autoReacquire Whether the candidate tries to acquire again after a tenure ended.
 * @param reconnectGrace How long a claim may be recovered without a loss after contact was lost.
 * @param validity How long a leadership stays valid without renewal.
 * @param renewInterval How often a claim is renewed.
 * @param stopGrace How long work may take to stop when the store is unreachable.
 * @param drain How long work may take to stop before a release.
 * @param reacquireDelay How long the candidate lets others go first after it stepped down.
 * @param liveCommands What the candidate does while the command of the tenure before still runs on this machine.
 * @param onWorkFailure What the candidate does when its work throws an exception.
 */
public record ElectionProperties(
        @DefaultValue("0") int priority,
        @Nullable String url,
        @Nullable Duration healthInterval,
        @Nullable Retry retry,
        @Nullable Duration retryBase,
        @Nullable Duration retryMax,
        @DefaultValue("true") boolean autoReacquire,
        @Nullable Duration reconnectGrace,
        @Nullable Duration validity,
        @Nullable Duration renewInterval,
        @Nullable Duration stopGrace,
        @Nullable Duration drain,
        @Nullable Duration reacquireDelay,
        @Nullable LiveCommands liveCommands,
        @Nullable WorkFailurePolicy onWorkFailure) {

    private static final Duration RETRY_BASE = Duration.ofSeconds(1);
    private static final Duration RETRY_MAX = Duration.ofSeconds(30);

    public ElectionProperties {
        if (retry == null && (retryBase != null || retryMax != null)) {
            throw new IllegalArgumentException("retry-base (" + shown(retryBase) + ") and retry-max (" + shown(retryMax)
                    + ") have no effect without retry; set retry to fixed, exponential or jitter");
        }
    }

    private static String shown(@Nullable Duration delay) {
        return delay == null ? "not set" : delay.toMillis() + " ms";
    }

    /** A retry strategy by name. */
    public enum Retry {
        /** Every {@code retry-base}. */
        FIXED,
        /** Doubles from {@code retry-base} to {@code retry-max}. */
        EXPONENTIAL,
        /** Random between {@code retry-base} and {@code retry-max}. */
        JITTER
    }

    /** Applies the settings that are present. */
    void applyTo(CandidateSettingsBuilder settings) {
        settings.priority(priority).autoReacquire(autoReacquire);
        Optional.ofNullable(url).ifPresent(settings::url);
        Optional.ofNullable(healthInterval).ifPresent(settings::healthInterval);
        Optional.ofNullable(retry).ifPresent(name -> settings.retry(strategy(name)));
        Optional.ofNullable(reconnectGrace).ifPresent(settings::reconnectGrace);
        Optional.ofNullable(validity).ifPresent(settings::validity);
        Optional.ofNullable(renewInterval).ifPresent(settings::renewInterval);
        Optional.ofNullable(stopGrace).ifPresent(settings::stopGrace);
        Optional.ofNullable(drain).ifPresent(settings::drain);
        Optional.ofNullable(reacquireDelay).ifPresent(settings::reacquireDelay);
        Optional.ofNullable(liveCommands).ifPresent(settings::liveCommands);
        Optional.ofNullable(onWorkFailure).ifPresent(settings::onWorkFailure);
    }

    private RetryStrategy strategy(Retry name) {
        Duration base = retryBase == null ? RETRY_BASE : retryBase;
        Duration max = retryMax == null ? RETRY_MAX : retryMax;
        return switch (name) {
            case FIXED -> RetryStrategy.fixed(base);
            case EXPONENTIAL -> RetryStrategy.exponential(base, max, 2);
            case JITTER -> RetryStrategy.jitter(base, max);
        };
    }
}
