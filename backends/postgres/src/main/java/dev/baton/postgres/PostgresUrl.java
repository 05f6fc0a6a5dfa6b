package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.text.DriverParameter;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/** A parsed store URL: the database and Baton's options. */
record PostgresUrl(PostgresLocation location, PostgresOptions options) {
    private static final String FORM = "postgres://[USER@]HOST[:PORT]/DATABASE"
            + "[?takeover=fenced|exclusive&key1=N&key2=N&schema=NAME&patience=D&sslmode=…]";
    private static final List<DriverParameter> DRIVER_PARAMETERS = Stream.of(PGProperty.values())
            .map(known -> DriverParameter.of(known.getName(), known.getDefaultValue(), known.getChoices()))
            .toList();

    /**
     * Parses the URL.
     *
     * @param environment libpq's variables, such as {@code PGHOST}, for parts that the URL does not have
     * @throws IllegalArgumentException if the URL is wrong; the message contains no part of a password
     */
    static PostgresUrl parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, FORM, parameters -> {
            PostgresOptions options = options(parameters);
            return new PostgresUrl(PostgresLocation.of(url, parameters, DRIVER_PARAMETERS, environment), options);
        });
    }

    private static PostgresOptions options(UrlParameters parameters) {
        boolean exclusive = parameters
                .takeOneOf("takeover", List.of("fenced", "exclusive"))
                .filter("exclusive"::equals)
                .isPresent();
        Optional<Integer> key1 = takeInt4(parameters, "key1");
        Optional<Integer> key2 = takeInt4(parameters, "key2");
        if (key1.isPresent() != key2.isPresent()) {
            throw parameters.wrong("key1 and key2 belong together: give both or neither");
        }
        return new PostgresOptions(
                exclusive ? TakeoverMode.EXCLUSIVE : TakeoverMode.FENCED,
                key1.map(first -> new AdvisoryKeys(first, key2.orElseThrow())),
                parameters.take("schema"),
                parameters.takeDuration("patience").orElse(PostgresOptions.DEFAULT_PATIENCE),
                parameters.takeDuration("rearm").orElse(PostgresOptions.DEFAULT_REARM));
    }

    private static Optional<Integer> takeInt4(UrlParameters parameters, String name) {
        Optional<String> text = parameters.take(name);
        try {
            return text.map(Integer::valueOf);
        } catch (NumberFormatException notInt4) {
            throw parameters.wrong(name + " must be a whole number from -2147483648 to 2147483647");
        }
    }
}
