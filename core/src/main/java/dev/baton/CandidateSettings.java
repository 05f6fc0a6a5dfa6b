package dev.baton;

import dev.baton.machine.Settings;
import dev.baton.machine.Timing;
import dev.baton.retry.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * How a candidate takes part. Immutable; what is left empty comes from the store's defaults, fitted so
 * that the whole is safe. What is given is taken as it is, or refused.
 *
 * @param instanceId who it is; empty: {@code BATON_INSTANCE_ID}, else a new id
 * @param url where it can be reached, shown to others while it leads
 * @param priority among candidates that stand at the same time a higher one goes first
 * @param health its health gate
 * @param healthEvery how often the health gate is asked
 * @param retry when to try again; empty: what fits the store
 * @param autoReacquire whether it stands again after its leadership ended
 * @param reconnectGrace how long a claim in doubt may be recovered without a loss; empty: not at all
 * @param validity how long a claim may be trusted without news
 * @param renewEvery how often it is renewed
 * @param stopGrace how long work may take to stop when the store is out of reach
 * @param drain how long work may take to stop before a chosen release
 * @param yieldFor how long others may go first after a chosen release
 * @param stopSignal stops the candidate when it completes, however it does; one that is complete already keeps it
 *     from standing at all
 */
public record CandidateSettings(
        Optional<String> instanceId,
        Optional<String> url,
        int priority,
        Health health,
        Duration healthEvery,
        Optional<RetryStrategy> retry,
        boolean autoReacquire,
        Optional<Duration> reconnectGrace,
        Optional<Duration> validity,
        Optional<Duration> renewEvery,
        Optional<Duration> stopGrace,
        Optional<Duration> drain,
        Optional<Duration> yieldFor,
        Optional<CompletionStage<?>> stopSignal) {

    private static final Duration USUAL_STOP_GRACE = Duration.ofSeconds(5);
    private static final Duration USUAL_DRAIN = Duration.ofSeconds(10);
    private static final Duration USUAL_YIELD = Duration.ofSeconds(2);
    private static final Duration HEAD_START = Duration.ofMillis(250);
    private static final CandidateSettings DEFAULTS = builder().build();

    public CandidateSettings {
        instanceId.ifPresent(id -> Names.check("instance id", id));
        if (healthEvery.isNegative() || healthEvery.isZero()) {
            throw new IllegalArgumentException(
                    "healthEvery must be positive, but is " + healthEvery.toMillis() + " ms");
        }
    }

    /** Settings that leave everything to the store's defaults. */
    public static CandidateSettings defaults() {
        return DEFAULTS;
    }

    /** A builder that starts from the defaults. */
    public static CandidateSettingsBuilder builder() {
        return new CandidateSettingsBuilder();
    }

    /**
     * What the machine runs on, with this store.
     *
     * @throws IllegalArgumentException when it cannot be safe, with the formula and the values
     */
    public Settings fittedTo(BackendDefaults store) {
        return new Settings(timing(store), reconnectGrace, autoReacquire);
    }

    private Timing timing(BackendDefaults store) {
        Duration valid = validity.orElse(store.validity());
        if (valid.compareTo(store.patience()) > 0) {
            throw new IllegalArgumentException("unsafe timing: validity <= patience does not hold: validity is "
                    + valid.toMillis() + " ms, but this store gives a silent holder's claim away after "
                    + store.patience().toMillis() + " ms");
        }
        double scale = Math.min(1, (double) valid.toNanos() / store.validity().toNanos());
        Duration margin = scaled(store.margin(), scale);
        Duration request = scaled(store.requestTimeout(), scale);
        Duration room = valid.minus(margin).minus(request);
        Duration floor = valid.dividedBy(40);
        Duration renew = renewEvery.orElseGet(() -> {
            Duration usual = scaled(store.renewEvery(), scale);
            Duration fitting = stopGrace
                    .map(grace -> room.minus(grace).multipliedBy(2).dividedBy(3))
                    .orElse(usual);
            return atLeast(floor, shorter(usual, fitting));
        });
        Duration stop = stopGrace.orElseGet(() -> {
            Duration fitting = room.minus(renew).minus(renew.dividedBy(4).multipliedBy(2));
            return atLeast(floor, shorter(USUAL_STOP_GRACE, fitting));
        });
        return new Timing(
                valid,
                margin,
                renew,
                request,
                stop,
                drain.orElse(stop.compareTo(USUAL_DRAIN) > 0 ? stop : USUAL_DRAIN),
                yieldFor.orElse(USUAL_YIELD),
                HEAD_START);
    }

    private static Duration scaled(Duration duration, double scale) {
        return Duration.ofNanos((long) (duration.toNanos() * scale));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration atLeast(Duration floor, Duration duration) {
        return duration.compareTo(floor) < 0 ? floor : duration;
    }
}
