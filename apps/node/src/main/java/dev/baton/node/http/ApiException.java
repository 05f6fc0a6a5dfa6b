package dev.baton.node.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that gets an error for an answer. */
final class ApiException extends RuntimeException {
    private final int status;
    private final Map<String, @Nullable Object> body;

    private ApiException(int status, Map<String, @Nullable Object> body) {
        super(String.valueOf(body.get("error")));
        this.status = status;
        this.body = body;
    }

    static ApiException of(int status, String code, String message) {
        return new ApiException(status, body(code, message));
    }

    static Map<String, @Nullable Object> body(String code, String message) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("error", code);
        body.put("message", message);
        return body;
    }

    static ApiException badRequest(String message) {
        return of(400, "BAD_REQUEST", message);
    }

    static ApiException notFound(String message) {
        return of(404, "NOT_FOUND", message);
    }

    int status() {
        return status;
    }

    Map<String, @Nullable Object> body() {
        return body;
    }
}
