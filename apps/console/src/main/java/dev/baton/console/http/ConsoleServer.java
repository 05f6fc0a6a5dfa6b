package dev.baton.console.http;

import dev.baton.http.BodyLoader;
import dev.baton.http.HttpServers;
import dev.baton.http.JsonErrorHandler;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Handler;
import io.javalin.http.staticfiles.Location;
import java.net.BindException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of the console. */
public final class ConsoleServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final int MAX_BODY_BYTES = 4_096;

    private final String host;
    private final RequestGuard guard;
    private final SecurityHeaders headers = new SecurityHeaders(PageBuild.text("index.html"));
    private final ConsoleRoutes routes;
    private final ConsoleEventStream events;
    private final ConsoleChanges changes;
    private final ConsoleMetrics metrics;
    private final Javalin server;

    /**
     * Starts the server.
     *
     * @throws IllegalArgumentException if the address cannot be used
     */
    public ConsoleServer(String host, int port, RequestGuard guard, ConsoleModel model) {
        this.host = host;
        this.guard = guard;
        this.routes = new ConsoleRoutes(model, guard, PageBuild.id());
        this.events = new ConsoleEventStream(model);
        this.changes = new ConsoleChanges(model);
        this.metrics = new ConsoleMetrics(model);
        try {
            this.server = HttpServers.start(host, port, bodies(), this::configure);
        } catch (BindException failed) {
            throw new IllegalArgumentException(failed.getMessage() + "; choose another address with --listen", failed);
        }
        if (guard.writes().equals("refused")) {
            LOG.warn("{} can be reached from other machines and has no token: write requests are refused", url());
        }
    }

    private static BodyLoader bodies() {
        return new BodyLoader(MAX_BODY_BYTES, request -> request.getMethod().equals("POST"));
    }

    private void configure(JavalinConfig config) {
        config.jetty.modifyServer(jetty -> jetty.setErrorHandler(new JsonErrorHandler(headers::all)));
        config.staticFiles.enableWebjars();
        config.staticFiles.add(files -> {
            files.hostedPath = "/";
            files.directory = PageBuild.FOLDER;
            files.location = Location.CLASSPATH;
            files.headers = Map.of();
        });
        config.routes.before(request -> {
            headers.set(request);
            guard.checkHost(request);
        });
        config.routes.get("/api/console", routes::console);
        config.routes.get("/api/elections", routes::elections);
        config.routes.get("/api/elections/{name}", routes::election);
        config.routes.get("/api/overview", routes::overview);
        config.routes.get("/api/log", routes::log);
        config.routes.get("/alarm-icon.svg", AlarmIcon::send);
        config.routes.get("/api/events", events::serve);
        config.routes.get("/api/changes", changes::send);
        config.routes.get(
                "/metrics",
                request -> request.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.scrape()));
        config.routes.post("/api/elections/{name}/transfer", guarded(routes::transfer));
        config.routes.post("/api/elections/{name}/step-down", guarded(routes::stepDown));
    }

    private Handler guarded(Handler handler) {
        return request -> {
            guard.checkWrite(request);
            handler.handle(request);
        };
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.port();
    }

    /** Returns the address of the page. */
    public String url() {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    @Override
    public void close() {
        events.close();
        server.stop();
        metrics.close();
    }
}
