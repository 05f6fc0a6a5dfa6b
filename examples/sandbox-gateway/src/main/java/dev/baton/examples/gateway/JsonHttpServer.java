package dev.baton.examples.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A small HTTP server on the loopback interface that speaks JSON. */
final class JsonHttpServer {

    private JsonHttpServer() {}

    /** What a request is answered with. */
    record Answer(int code, Map<String, @Nullable Object> body) {

        static Answer of(int code, String key, Object value) {
            return new Answer(code, Map.of(key, value));
        }

        static Answer error(int code, String error, String message) {
            return new Answer(code, Map.of("error", error, "message", message));
        }
    }

    /** Answers a request. */
    interface Handler {
        Answer answer(HttpExchange request) throws Exception;
    }

    static HttpServer start(int port, Map<String, HttpHandler> handlers) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        handlers.forEach(server::createContext);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "http");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
        return server;
    }

    static HttpHandler json(Handler handler) {
        return request -> {
            try (request) {
                Answer answer;
                try {
                    answer = handler.answer(request);
                } catch (IllegalArgumentException wrong) {
                    answer = Answer.error(400, "BAD_REQUEST", String.valueOf(wrong.getMessage()));
                } catch (Exception failed) {
                    answer = Answer.error(503, "UNAVAILABLE", String.valueOf(failed.getMessage()));
                }
                byte[] bytes = Json.write(answer.body).getBytes(StandardCharsets.UTF_8);
                request.getResponseHeaders().set("Content-Type", "application/json");
                request.sendResponseHeaders(answer.code, bytes.length);
                request.getResponseBody().write(bytes);
            }
        };
    }

    /** What follows the context in the path, without the slash. */
    static String rest(HttpExchange request) {
        String rest = request.getRequestURI()
                .getPath()
                .substring(request.getHttpContext().getPath().length());
        return rest.startsWith("/") ? rest.substring(1) : rest;
    }

    static String body(HttpExchange request) throws IOException {
        return new String(request.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }
}
