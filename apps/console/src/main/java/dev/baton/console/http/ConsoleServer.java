package dev.baton.console.http;

import dev.baton.http.AddressLimit;
import dev.baton.http.BodyLoader;
import dev.baton.http.HttpServers;
import dev.baton.http.JsonErrorHandler;
import dev.baton.http.QueryParameters;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.staticfiles.Location;
import java.net.BindException;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of the console. */
public final class ConsoleServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final int MAX_BODY_BYTES = 4_096;

    /** Each occupies a thread if the client does not read. The server has 250, and 160 of them for streams. */
    private static final int MAX_REQUESTS = 48;

    private static final int MAX_REQUESTS_OF_ADDRESS = 36;

    private final String host;
    private final RequestGuard guard;
    private final SecurityHeaders headers = new SecurityHeaders(PageBuild.text("index.html"));
    private final ConsoleModel model;
    private final ConsoleRoutes routes;
    private final TransferRoutes transfers;
    private final NodeRoutes nodes;
    private final RequestedWrites writes;
    private final ConsoleEventStream events;
    private final ConsoleChanges changes;
    private final ConsoleMetrics metrics;
    private final BodyLoader bodies =
            new BodyLoader(MAX_BODY_BYTES, request -> request.getMethod().equals("POST"));
    private final Javalin server;

    /**
     * Starts the server.
     *
     * @throws IllegalArgumentException if the address cannot be used
     */
    public ConsoleServer(String host, int port, RequestGuard guard, ConsoleModel model) {
        this.host = host;
        this.guard = guard;
        this.model = model;
        this.routes = new ConsoleRoutes(model, guard, PageBuild.id());
        this.writes = new RequestedWrites(model.runClock());
        this.transfers = new TransferRoutes(model);
        this.nodes = new NodeRoutes(model, guard);
        this.events = new ConsoleEventStream(model);
        this.changes = new ConsoleChanges(model);
        this.metrics = new ConsoleMetrics(model);
        try {
            this.server = HttpServers.start(host, port, bodies, this::configure);
        } catch (BindException failed) {
            throw new IllegalArgumentException(failed.getMessage() + "; choose another address with --listen", failed);
        }
        if (guard.writes().equals("refused")) {
            LOG.warn("{} can be reached from other machines and has no token: write requests are refused", url());
        }
    }

    private void configure(JavalinConfig config) {
        config.jetty.modifyServer(jetty -> {
            jetty.setErrorHandler(new JsonErrorHandler(headers::all));
            // A request whose body is still arriving occupies no thread, and is not counted.
            bodies.insertHandler(new AddressLimit(MAX_REQUESTS_OF_ADDRESS, MAX_REQUESTS));
        });
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
            refuseWritesOfFiles(request);
        });
        config.routes.get("/api/console", with(routes::console));
        config.routes.get("/api/elections", with(routes::elections));
        config.routes.get("/api/elections/{name}", with(routes::election, "store"));
        config.routes.get("/api/overview", with(routes::overview));
        config.routes.get("/api/log", with(routes::log));
        config.routes.get("/alarm-icon.svg", AlarmIcon::send);
        config.routes.get("/api/events", with(events::serve, "after"));
        config.routes.get("/api/changes", with(changes::send, "after"));
        config.routes.get(
                "/metrics",
                request -> request.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.scrape()));
        config.routes.post("/api/elections/{name}/transfer", write(transfers::transfer, "store"));
        config.routes.post("/api/elections/{name}/step-down", write(transfers::stepDown, "store"));
        config.routes.post("/api/nodes/{node}/drain", write(nodes::drain));
        config.routes.post("/api/nodes/{node}/cancel-drain", write(nodes::cancelDrain));
        config.routes.post("/api/nodes/{node}/jobs/{job}/{action}", write(nodes::job));
        config.routes.post("/api/nodes/{node}/agents/{agent}/delete", write(nodes::deleteAgent));
        model.faults().ifPresent(faults -> config.routes.post("/api/faults/{fault}", write(faults::inject)));
    }

    /** The server finds files of the page for GET only, and would answer 404. */
    private static void refuseWritesOfFiles(Context request) {
        if (!request.method().equals(HandlerType.GET) && PageBuild.serves(request.path())) {
            request.header("Allow", "GET, HEAD");
            throw new MethodNotAllowedResponse();
        }
    }

    private Handler write(Handler handler, String... parameters) {
        Handler known = with(handler, parameters);
        return request -> {
            guard.checkWrite(request);
            writes.handle(request, known);
        };
    }

    /** Refuses queries that the route would ignore: it would use the first store instead of the one that was meant. */
    private static Handler with(Handler handler, String... parameters) {
        Set<String> known = Set.of(parameters);
        return request -> {
            QueryParameters.of(request, known);
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
