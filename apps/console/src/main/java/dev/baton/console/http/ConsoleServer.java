package dev.baton.console.http;

import dev.baton.support.json.Json;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.staticfiles.Location;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server: routes, and how what went wrong is told. */
public final class ConsoleServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final String PAGE = "/dev/baton/console/page";

    private final String host;
    private final RequestGuard guard;
    private final SecurityHeaders headers;
    private final ConsoleReadRoutes answers;
    private final ConsoleWriteRoutes wishes;
    private final ConsoleEventStream events;
    private final Javalin server;

    /** Starts to serve. */
    public ConsoleServer(String host, int port, RequestGuard guard, ConsoleModel exhibits) {
        this.host = host;
        this.guard = guard;
        this.headers = new SecurityHeaders(page());
        this.answers = new ConsoleReadRoutes(exhibits, guard);
        this.wishes = new ConsoleWriteRoutes(exhibits, answers);
        this.events = new ConsoleEventStream(exhibits);
        this.server = Javalin.create(config -> configure(config, port));
        try {
            server.start();
        } catch (JavalinBindException taken) {
            throw new IllegalArgumentException(
                    "cannot listen on " + host + ":" + port + ", it is taken; give another one with --listen", taken);
        }
        if (guard.writes().equals("refused")) {
            LOG.warn("{} can be reached from other machines and has no token: it only shows", url());
        }
    }

    private void configure(JavalinConfig config, int port) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.jetty.host = host;
        config.jetty.port = port;
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.http.prefer405over404 = true;
        config.staticFiles.enableWebjars();
        config.staticFiles.add(files -> {
            files.hostedPath = "/";
            files.directory = PAGE;
            files.location = Location.CLASSPATH;
            files.headers = Map.of();
        });
        config.routes.before(request -> {
            headers.set(request);
            guard.checkHost(request);
        });
        config.routes.get("/api/console", answers::console);
        config.routes.get("/api/elections", answers::elections);
        config.routes.get("/api/elections/{name}", answers::election);
        config.routes.get("/api/log", answers::log);
        config.routes.get("/api/events", events::serve);
        config.routes.get("/metrics", answers::metrics);
        config.routes.post("/api/elections/{name}/transfer", request -> {
            guard.checkWrite(request);
            wishes.transfer(request);
        });
        config.routes.post("/api/elections/{name}/step-down", request -> {
            guard.checkWrite(request);
            wishes.stepDown(request);
        });
        config.routes.exception(
                ConsoleRefusal.class,
                (refusal, request) ->
                        tell(request, refusal.status(), refusal.error(), String.valueOf(refusal.getMessage())));
        config.routes.exception(
                HttpResponseException.class,
                (refused, request) -> tell(
                        request,
                        refused.getStatus(),
                        word(refused.getStatus()),
                        "there is nothing here that does this"));
        config.routes.exception(Exception.class, (failed, request) -> {
            LOG.error("{} {} failed", request.method(), request.path(), failed);
            tell(request, 500, "INTERNAL", "the console failed; its log says how");
        });
        config.routes.error(404, request -> {
            if (request.result() == null || String.valueOf(request.result()).startsWith("Endpoint ")) {
                tell(request, 404, "NOT_FOUND", "there is nothing here");
            }
        });
    }

    private static String word(int status) {
        return switch (status) {
            case 404 -> "NOT_FOUND";
            case 405 -> "METHOD_NOT_ALLOWED";
            case 413 -> "TOO_LARGE";
            default -> "BAD_REQUEST";
        };
    }

    private static void tell(Context request, int status, String error, String message) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("error", error);
        object.put("message", message);
        ConsoleReadRoutes.json(request.status(status), Json.write(object));
    }

    private static String page() {
        try (InputStream stream = ConsoleServer.class.getResourceAsStream(PAGE + "/index.html")) {
            if (stream == null) {
                throw new IllegalStateException("the page is missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Where it listens. */
    public int port() {
        return server.port();
    }

    /** The address of the page. */
    public String url() {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    @Override
    public void close() {
        events.close();
        server.stop();
    }
}
