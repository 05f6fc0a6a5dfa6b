package dev.baton.spi;

import dev.baton.CandidateSettings;
import dev.baton.support.text.Durations;
import java.time.Duration;
import java.util.Objects;

/**
 * The durations of one candidate. The constructor refuses durations that cannot be safe together.
 *
 * <pre>{@code
 * CandidateTiming timing = CandidateTiming.of(CandidateSettings.defaults(), backend.defaults());
 * }</pre>
 *
 * @param validity how long a leadership stays valid without renewal, counted from before the request
 * @param margin the part of the validity that is not used, for differences between clocks
 * @param renewInterval how often a claim is renewed; a failed renewal is retried after a quarter of it
 * @param requestTimeout the time limit of one request
 * @param stopGrace how long work may take to stop when the store is unreachable; it ends before the validity does
 * @param drain how long work may take to stop before a release
 * @param reacquireDelay how long a candidate lets others go first after it stepped down
 * @param headStart how long a candidate waits for one with a higher priority
 */
public record CandidateTiming(
        Duration validity,
        Duration margin,
        Duration renewInterval,
        Duration requestTimeout,
        Duration stopGrace,
        Duration drain,
        Duration reacquireDelay,
        Duration headStart) {

    private static final Duration MIN_REQUEST_TIMEOUT = Duration.ofMillis(10);
    private static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(5);
    private static final Duration DEFAULT_DRAIN = Duration.ofSeconds(10);
    private static final Duration DEFAULT_REACQUIRE_DELAY = Duration.ofSeconds(2);
    private static final Duration HEAD_START = Duration.ofMillis(250);

    public CandidateTiming {
        positive("validity", validity);
        notNegative("margin", margin);
        positive("renewInterval", renewInterval);
        positive("requestTimeout", requestTimeout);
        if (requestTimeout.compareTo(MIN_REQUEST_TIMEOUT) < 0) {
            throw new IllegalArgumentException("requestTimeout is " + requestTimeout.toNanos() / 1e6
                    + " ms, but must be at least " + MIN_REQUEST_TIMEOUT.toMillis() + " ms; lengthen validity");
        }
        notNegative("stopGrace", stopGrace);
        notNegative("drain", drain);
        notNegative("reacquireDelay", reacquireDelay);
        notNegative("headStart", headStart);
        Duration needed = needed(margin, renewInterval, requestTimeout, stopGrace);
        if (needed.compareTo(validity) > 0) {
            throw new IllegalArgumentException("unsafe timing: renewInterval + 2 * renewInterval/4 + requestTimeout"
                    + " + stopGrace + margin <= validity does not hold: "
                    + renewInterval.toMillis() + " + 2 * "
                    + renewInterval.dividedBy(4).toMillis() + " + "
                    + requestTimeout.toMillis() + " + " + stopGrace.toMillis() + " + " + margin.toMillis() + " = "
                    + needed.toMillis() + " ms, but validity is " + validity.toMillis()
                    + " ms; shorten renewInterval or stopGrace, or lengthen validity");
        }
    }

    /**
     * Returns the timing for the given settings on a store with the given defaults. Settings that are empty are chosen
     * so that the whole is safe.
     *
     * @throws IllegalArgumentException if the given settings cannot be safe, with the formula and the values
     */
    public static CandidateTiming of(CandidateSettings settings, BackendDefaults store) {
        Duration valid = settings.validity().orElse(store.validity());
        if (valid.compareTo(store.claimTimeout()) > 0) {
            throw new IllegalArgumentException("unsafe timing: validity <= claimTimeout does not hold: validity is "
                    + valid.toMillis() + " ms, but this store frees the claim of an unresponsive leader after "
                    + store.claimTimeout().toMillis() + " ms");
        }
        double scale = Math.min(1, (double) valid.toNanos() / store.validity().toNanos());
        Duration margin = scaled(store.margin(), scale);
        Duration request = scaled(store.requestTimeout(), scale);
        Duration available = valid.minus(margin).minus(request);
        Duration floor = valid.dividedBy(40);
        Duration renew = settings.renewInterval().orElseGet(() -> {
            Duration preferred = scaled(store.renewInterval(), scale);
            Duration fitting = settings.stopGrace()
                    .map(grace -> available.minus(grace).multipliedBy(2).dividedBy(3))
                    .orElse(preferred);
            return longer(floor, shorter(preferred, fitting));
        });
        Duration stop = settings.stopGrace().orElseGet(() -> {
            Duration fitting = available.minus(renew).minus(renew.dividedBy(4).multipliedBy(2));
            return longer(floor, shorter(DEFAULT_STOP_GRACE, fitting));
        });
        return new CandidateTiming(
                valid,
                margin,
                renew,
                request,
                stop,
                settings.drain().orElse(longer(stop, DEFAULT_DRAIN)),
                settings.reacquireDelay().orElse(DEFAULT_REACQUIRE_DELAY),
                HEAD_START);
    }

    private static Duration scaled(Duration duration, double scale) {
        return Duration.ofNanos((long) (duration.toNanos() * scale));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** Returns the shortest validity that allows two failed renewals and the stop of the work. */
    public static Duration needed(
            Duration margin, Duration renewInterval, Duration requestTimeout, Duration stopGrace) {
        return renewInterval
                .plus(renewInterval.dividedBy(4).multipliedBy(2))
                .plus(requestTimeout)
                .plus(stopGrace)
                .plus(margin);
    }

    /** Returns the delay before a failed renewal is retried. */
    public Duration renewRetry() {
        return renewInterval.dividedBy(4);
    }

    /** Returns the time that is left of the validity after two failed renewals and the stop of the work. */
    public Duration slack() {
        return validity.minus(needed(margin, renewInterval, requestTimeout, stopGrace));
    }

    /** Returns how long a leadership is valid, counted from before the request: the validity without the margin. */
    public Duration usableValidity() {
        return validity.minus(margin);
    }

    /** Returns when the work must be interrupted, counted from before the request. */
    public Duration workStopAfter() {
        return usableValidity().minus(stopGrace);
    }

    private static void positive(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + Durations.text(value));
        }
        Durations.refuseTooLong(name, value);
    }

    private static void notNegative(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + Durations.text(value));
        }
        Durations.refuseTooLong(name, value);
    }
}
