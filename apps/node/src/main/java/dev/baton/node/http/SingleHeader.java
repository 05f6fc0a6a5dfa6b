package dev.baton.node.http;

import dev.baton.http.ApiException;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A header of a request that has one value. */
final class SingleHeader {

    private SingleHeader() {}

    /**
     * Returns the value; empty if the header is missing.
     *
     * @throws ApiException if the request has it with different values (400): a proxy or the client chose another one
     */
    static Optional<String> of(Context ctx, String name) {
        List<String> values =
                Collections.list(ctx.req().getHeaders(name)).stream().distinct().toList();
        if (values.size() > 1) {
            throw ApiException.badRequest("the header " + name + " has more than one value");
        }
        return values.stream().findFirst();
    }
}
