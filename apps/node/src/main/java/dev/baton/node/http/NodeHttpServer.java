package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.http.ApiException;
import dev.baton.http.BearerToken;
import dev.baton.http.HttpServers;
import dev.baton.http.JsonResponses;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import dev.baton.support.json.JsonObject;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of a controller: access control, headers and errors. */
public final class NodeHttpServer implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final int THREADS = 256;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Controller controller;
    private final JobRoutes routes;
    private final Optional<BearerToken> token;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final NodeEventStream events;
    private final Javalin server;

    /**
     * Starts a server.
     *
     * @throws BatonException if the address cannot be used
     */
    public NodeHttpServer(Controller controller, JobRoutes routes, Optional<BearerToken> token, Address address) {
        this.controller = controller;
        this.routes = routes;
        this.token = token;
        this.events = new NodeEventStream(controller);
        try {
            this.server = HttpServers.start(address.host(), address.port(), config -> configure(config, address));
        } catch (BindException failed) {
            throw new BatonException(String.valueOf(failed.getMessage()), failed);
        }
        events.start();
    }

    /**
     * The address of a server.
     *
     * @param port 0 for any free port
     */
    public record Address(String host, int port, Optional<ServerTls> tls) {}

    public int port() {
        return server.port();
    }

    /** Returns every route as a method and a path. */
    List<String> routes() {
        return server.unsafe.internalRouter.allHttpHandlers().stream()
                .map(route -> route.endpoint.method.name() + " " + route.endpoint.path)
                .filter(route -> !route.endsWith(" *"))
                .toList();
    }

    private void configure(JavalinConfig config, Address address) {
        config.http.defaultContentType = "application/json";
        config.concurrency.useVirtualThreads = false;
        config.jetty.threadPool = new QueuedThreadPool(THREADS, 4);
        config.jetty.modifyServer(jetty -> {
            jetty.setErrorHandler(new MalformedRequestHandler());
            jetty.setStopTimeout(0);
        });
        address.tls()
                .ifPresent(tls -> config.jetty.addConnector(
                        (jetty, http) -> tls.connector(jetty, http, address.host(), address.port())));
        config.requestLogger.http((ctx, millis) -> {
            inFlight.decrementAndGet();
            String duration = String.format(Locale.ROOT, "%.1f", millis);
            LOG.debug("{} {} {} {} ms", ctx.method(), ctx.path(), ctx.statusCode(), duration);
        });
        config.routes.before(ctx -> inFlight.incrementAndGet());
        config.routes.before(this::checkAccess);
        routes.addTo(config.routes);
        config.routes.get("/v1/events", events::subscribe);
        config.routes.after(this::updateHeaders);
        config.routes.exception(WriteRefusal.class, (refused, ctx) -> JsonResponses.send(ctx, 409, refusal(refused)));
        config.routes.exception(BatonException.class, (failed, ctx) -> {
            LOG.warn("{} {}: {}", ctx.method(), ctx.path(), failed.getMessage());
            unavailable(ctx, "the store failed; a write may or may not have been applied: retry");
        });
        // A request is interrupted only by the shutdown of the server.
        config.routes.exception(
                InterruptedException.class,
                (closing, ctx) -> unavailable(ctx, "this node is shutting down: retry, or use another node"));
    }

    private static void unavailable(Context ctx, String message) {
        JsonResponses.sendError(ctx, 503, "UNAVAILABLE", message);
    }

    private void checkAccess(Context ctx) {
        setHeaders(ctx, controller.roleReport());
        if (READS.contains(ctx.method().name())) {
            return;
        }
        if (token.isPresent() && !token.get().matches(ctx.header("Authorization"))) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw ApiException.unauthorized("a write needs the header Authorization: Bearer TOKEN");
        }
        // A web page in a local browser can reach a loopback address.
        if (token.isEmpty() && ctx.header("Origin") != null) {
            throw new ApiException(
                    403, "FORBIDDEN", "writes from web pages need a token; start the node with --token-file");
        }
    }

    /** Sets the headers of every response: node, role and leader_epoch. */
    static void setHeaders(Context ctx, NodeRoleReport report) {
        ctx.header("Baton-Node", report.nodeId());
        ctx.header("Baton-Role", report.role().name());
        ctx.header("Baton-Epoch", Long.toString(report.leaderEpoch().orElse(0L)));
    }

    /** A successful write keeps the role and the epoch under which it was accepted. */
    private void updateHeaders(Context ctx) {
        if (ctx.statusCode() >= 300 || ctx.method().name().equals("GET")) {
            setHeaders(ctx, controller.roleReport());
        }
    }

    private JsonObject refusal(WriteRefusal refused) {
        return refused.currentEpoch()
                .map(epoch -> JsonResponses.error("STALE_EPOCH", String.valueOf(refused.getMessage()))
                        .with("leader_epoch", epoch)
                        .with("node_id", controller.nodeId()))
                .orElseGet(() -> JobJson.notLeader(controller.roleReport()));
    }

    /** Ends waiting requests, waits for running ones, and stops the server. */
    @Override
    public void close() {
        events.close();
        routes.close();
        long until = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        while (inFlight.get() > 0 && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        server.stop();
    }
}
