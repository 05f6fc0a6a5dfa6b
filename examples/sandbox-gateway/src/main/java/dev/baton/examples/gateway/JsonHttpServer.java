package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.baton.support.json.Json;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A small JSON over HTTP server on the loopback interface. */
final class JsonHttpServer {

    private JsonHttpServer() {}

    /** The response to a request. */
    record JsonResponse(int code, Map<String, @Nullable Object> body) {

        static JsonResponse of(int code, String key, Object value) {
            return new JsonResponse(code, Map.of(key, value));
        }

        static JsonResponse notFound(String sandbox) {
            return error(404, "NOT_FOUND", "no sandbox " + sandbox);
        }

        static JsonResponse error(int code, String error, String message) {
            return new JsonResponse(code, Map.of("error", error, "message", message));
        }
    }

    /** Handles a request. */
    interface Handler {
        JsonResponse handle(HttpExchange request) throws Exception;
    }

    static HttpServer start(int port, Map<String, HttpHandler> handlers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        handlers.forEach(server::createContext);
        server.setExecutor(NamedThreads.unbounded("http"));
        server.start();
        return server;
    }

    static HttpHandler json(Handler handler) {
        return request -> {
            try (request) {
                JsonResponse response;
                try {
                    response = handler.handle(request);
                } catch (IllegalArgumentException invalid) {
                    response = JsonResponse.error(400, "BAD_REQUEST", message(invalid));
                } catch (Exception failed) {
                    response = JsonResponse.error(503, "UNAVAILABLE", message(failed));
                }
                byte[] bytes = Json.write(response.body).getBytes(StandardCharsets.UTF_8);
                request.getResponseHeaders().set("Content-Type", "application/json");
                request.sendResponseHeaders(response.code, bytes.length);
                request.getResponseBody().write(bytes);
            }
        };
    }

    /** Returns what an exception says; some have no message, only a name or a cause. */
    static String message(Throwable failed) {
        String own = failed.getMessage();
        if (own != null && !own.isBlank()) {
            return own;
        }
        Throwable cause = failed.getCause();
        return cause == null ? failed.getClass().getSimpleName() : message(cause);
    }

    /** Returns the part of the path after the context, without the slash. */
    static String subpath(HttpExchange request) {
        String subpath = request.getRequestURI()
                .getPath()
                .substring(request.getHttpContext().getPath().length());
        return subpath.startsWith("/") ? subpath.substring(1) : subpath;
    }

    static String body(HttpExchange request) throws IOException {
        return new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }
}
