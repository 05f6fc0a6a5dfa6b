package dev.baton.http;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Responses with a JSON body. An error is {@code {"error": CODE, "message": TEXT}}. */
public final class JsonResponses {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private JsonResponses() {}

    /** Sends a JSON object. */
    public static void send(Context ctx, int status, Map<String, @Nullable Object> body) {
        ctx.status(status).contentType("application/json").result(Json.write(body));
    }

    /** Sends an error. */
    public static void sendError(Context ctx, int status, String code, String message) {
        send(ctx, status, error(code, message));
    }

    /** Returns the body of an error. */
    public static JsonObject error(String code, String message) {
        return new JsonObject().with("error", code).with("message", message);
    }

    /** Answers exceptions with a JSON error. The server's own handlers of more specific exceptions take precedence. */
    public static void handleErrors(RoutesConfig routes) {
        routes.exception(
                ApiException.class,
                (failed, ctx) -> sendError(ctx, failed.status(), failed.code(), String.valueOf(failed.getMessage())));
        routes.exception(
                HttpResponseException.class,
                (failed, ctx) -> sendError(
                        ctx,
                        failed.getStatus(),
                        codeOf(failed.getStatus()),
                        ctx.method() + " " + ctx.path() + ": " + reason(failed.getStatus())));
        routes.exception(Exception.class, (failed, ctx) -> {
            LOG.error("{} {} failed", ctx.method(), ctx.path(), failed);
            sendError(ctx, 500, "INTERNAL", "internal error; see the log of the server");
        });
    }

    /** Returns the code of an error with this status and no more specific code. */
    static String codeOf(int status) {
        return switch (status) {
            case 404 -> "NOT_FOUND";
            case 405 -> "METHOD_NOT_ALLOWED";
            case 408 -> "TIMEOUT";
            case 413 -> "TOO_LARGE";
            case 503 -> "UNAVAILABLE";
            default -> status < 500 ? "BAD_REQUEST" : "INTERNAL";
        };
    }

    private static String reason(int status) {
        return switch (status) {
            case 404 -> "not found";
            case 405 -> "method not allowed";
            default -> "request refused with status " + status;
        };
    }
}
