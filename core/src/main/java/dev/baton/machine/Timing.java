package dev.baton.machine;

import java.time.Duration;
import java.util.Objects;

/**
 * The durations of one candidate, refused at construction when they cannot be safe.
 *
 * @param validity how long a claim may be trusted without news, counted from before the request
 * @param margin taken off the validity for differences between clocks
 * @param renewEvery how often a claim is renewed; a failed renewal is retried every quarter of it
 * @param requestTimeout how long one request to the store may take
 * @param stopGrace how long work may take to stop when the store is out of reach; it is over before
 *     the validity is
 * @param drain how long work may take to stop before a chosen release
 * @param yieldFor how long a candidate that gave up its leadership lets others go first
 * @param headStart how long a candidate waits when one of higher priority stands too
 */
public record Timing(
        Duration validity,
        Duration margin,
        Duration renewEvery,
        Duration requestTimeout,
        Duration stopGrace,
        Duration drain,
        Duration yieldFor,
        Duration headStart) {

    private static final Duration SHORTEST_REQUEST = Duration.ofMillis(10);

    public Timing {
        positive("validity", validity);
        notNegative("margin", margin);
        positive("renewEvery", renewEvery);
        positive("requestTimeout", requestTimeout);
        if (requestTimeout.compareTo(SHORTEST_REQUEST) < 0) {
            throw new IllegalArgumentException("requestTimeout is " + requestTimeout.toNanos() / 1e6
                    + " ms, but no store answers within less than " + SHORTEST_REQUEST.toMillis()
                    + " ms reliably; lengthen validity");
        }
        notNegative("stopGrace", stopGrace);
        notNegative("drain", drain);
        notNegative("yieldFor", yieldFor);
        notNegative("headStart", headStart);
        Duration needed = needed(margin, renewEvery, requestTimeout, stopGrace);
        if (needed.compareTo(validity) > 0) {
            throw new IllegalArgumentException("unsafe timing: renewEvery + 2 * renewEvery/4 + requestTimeout"
                    + " + stopGrace + margin <= validity does not hold: "
                    + renewEvery.toMillis() + " + 2 * "
                    + renewEvery.dividedBy(4).toMillis() + " + "
                    + requestTimeout.toMillis() + " + " + stopGrace.toMillis() + " + " + margin.toMillis() + " = "
                    + needed.toMillis() + " ms, but validity is " + validity.toMillis()
                    + " ms; shorten renewEvery or stopGrace, or lengthen validity");
        }
    }

    /** The least validity that leaves room for two failed renewals and the stop of the work. */
    public static Duration needed(Duration margin, Duration renewEvery, Duration requestTimeout, Duration stopGrace) {
        return renewEvery
                .plus(renewEvery.dividedBy(4).multipliedBy(2))
                .plus(requestTimeout)
                .plus(stopGrace)
                .plus(margin);
    }

    /** How soon a failed renewal is tried again. */
    public Duration renewRetry() {
        return renewEvery.dividedBy(4);
    }

    /** What is left of the validity after two failed renewals and the stop of the work. */
    public Duration slack() {
        return validity.minus(needed(margin, renewEvery, requestTimeout, stopGrace));
    }

    /** How long after the moment a claim counts from its leadership turns false by itself. */
    public Duration trust() {
        return validity.minus(margin);
    }

    /** How long after the moment a claim counts from its work is told to stop. */
    public Duration demotion() {
        return trust().minus(stopGrace);
    }

    private static void positive(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + value.toMillis() + " ms");
        }
    }

    private static void notNegative(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, but is " + value.toMillis() + " ms");
        }
    }
}
