package dev.baton.http;

import dev.baton.support.text.UrlParameters;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The query of a request. A parameter that the route does not have, or that is given twice, is a 400 that names it. */
public record QueryParameters(Map<String, List<String>> values) {

    /**
     * Returns the query of a request.
     *
     * @param known the parameters of the route
     * @throws ApiException if the query has another one or is malformed (400)
     */
    public static QueryParameters of(Context ctx, Set<String> known) {
        requireEscapes(ctx);
        Map<String, List<String>> values = ctx.queryParamMap();
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw ApiException.badRequest("unknown parameters: " + String.join(", ", unknown) + "; allowed are "
                    + (known.isEmpty() ? "none" : String.join(", ", new TreeSet<>(known))));
        }
        values.forEach((name, given) -> {
            if (given.size() > 1) {
                throw ApiException.badRequest(name + " is given more than once");
            }
        });
        return new QueryParameters(values);
    }

    /** Refuses an incomplete escape, which the server would take as text. */
    private static void requireEscapes(Context ctx) {
        try {
            UrlParameters.decode(Optional.ofNullable(ctx.queryString()).orElse(""));
        } catch (IllegalArgumentException incomplete) {
            throw ApiException.badRequest(String.valueOf(incomplete.getMessage()));
        }
    }

    /** Refuses the query of a route without parameters. */
    public static void none(Context ctx) {
        of(ctx, Set.of());
    }

    /** Returns a parameter; empty if it is missing or has no value. */
    public Optional<String> text(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** Returns whether a parameter is {@code true}; false if it is missing. */
    public boolean flag(String name) {
        String value = text(name).orElse("false");
        if (!value.equals("true") && !value.equals("false")) {
            throw ApiException.badRequest(name + " must be true or false");
        }
        return value.equals("true");
    }
}
