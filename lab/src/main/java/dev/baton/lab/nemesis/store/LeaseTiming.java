package dev.baton.lab.nemesis.store;

import java.time.Duration;
import java.util.Optional;

/**
 * The timing of a store that is part of its URL.
 *
 * @param validity the validity; the store's default if it is not given
 * @param parameters the parameters for the URL; empty for the defaults
 */
record LeaseTiming(Duration validity, String parameters) {

    /** Returns the timing with a URL parameter that sets the validity, such as {@code ttl}. */
    static LeaseTiming of(Optional<Duration> validity, String parameter, Duration otherwise) {
        return validity.map(chosen -> new LeaseTiming(chosen, parameter + "=" + chosen.toMillis() + "ms"))
                .orElse(new LeaseTiming(otherwise, ""));
    }

    /** Returns a timing with half as much again. */
    LeaseTiming longer(String parameter) {
        return of(Optional.of(validity.multipliedBy(3).dividedBy(2)), parameter, validity);
    }

    /** Returns a URL with these parameters and others. */
    String url(String url, String... others) {
        StringBuilder all = new StringBuilder(url);
        String separator = url.contains("?") ? "&" : "?";
        for (String parameter : others) {
            all.append(separator).append(parameter);
            separator = "&";
        }
        return parameters.isEmpty()
                ? all.toString()
                : all.append(separator).append(parameters).toString();
    }
}
