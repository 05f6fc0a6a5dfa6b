package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.node.database.JobPart;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The query of a request. A parameter that the route does not have, or that is given twice, is a 400 that names it. */
record QueryParameters(Map<String, List<String>> values) {

    static QueryParameters of(Context ctx, Set<String> known) {
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

    /** Refuses the query of a route without parameters. */
    static void none(Context ctx) {
        of(ctx, Set.of());
    }

    /** Returns a parameter; empty if it is missing or has no value. */
    Optional<String> text(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    boolean flag(String name) {
        String value = text(name).orElse("false");
        if (!value.equals("true") && !value.equals("false")) {
            throw ApiException.badRequest(name + " must be true or false");
        }
        return value.equals("true");
    }

    /** Returns the parts of {@code include}. */
    Set<JobPart> include() {
        Set<JobPart> parts = EnumSet.noneOf(JobPart.class);
        for (String field : text("include").map(list -> list.split(",", -1)).orElse(new String[0])) {
            parts.add(Arrays.stream(JobPart.values())
                    .filter(part -> part.field().equals(field))
                    .findFirst()
                    .orElseThrow(() -> ApiException.badRequest("include must be a list of payload and output")));
        }
        return parts;
    }
}
