package dev.baton.support.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A URL parameter of a JDBC driver.
 *
 * @param number whether its value is a whole number
 * @param choices its values, in any case; empty for any value
 */
public record DriverParameter(String name, boolean number, List<String> choices) {

    public DriverParameter {
        choices = List.copyOf(choices);
    }

    /** Returns a parameter as the driver describes it. A number is recognized by its default. */
    public static DriverParameter of(String name, @Nullable String defaultValue, String @Nullable [] choices) {
        boolean number = choices == null && defaultValue != null && defaultValue.matches("-?\\d+");
        return new DriverParameter(name, number, choices == null ? List.of() : List.of(choices));
    }

    /** Checks a value, so that a wrong one is refused before anything connects. */
    void check(String value, UrlParameters parameters) {
        if (!choices.isEmpty() && choices.stream().noneMatch(value::equalsIgnoreCase)) {
            throw parameters.wrong("the parameter " + name + " must be " + String.join(" or ", choices));
        }
        if (number && !value.matches("-?\\d{1,9}|2147483647")) {
            throw parameters.wrong("the parameter " + name + " must be a whole number");
        }
    }
}
