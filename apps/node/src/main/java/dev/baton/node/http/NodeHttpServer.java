package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.http.BodyLoader;
import dev.baton.http.HttpServers;
import dev.baton.http.JsonErrorHandler;
import dev.baton.http.JsonResponses;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.job.JobSpec;
import dev.baton.store.StoreException;
import dev.baton.support.json.JsonObject;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of a controller: access control, headers and errors. */
public final class NodeHttpServer implements AutoCloseable {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Room for the largest payload and for all other fields. */
    private static final int LARGEST_BODY = 2 * JobSpec.LARGEST_PAYLOAD;

    /** More than the agents that wait for work and the reads that run can occupy together. */
    private static final int THREADS = 400;

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final Controller controller;
    private final JobRoutes routes;
    private final NodeAccess access;
    private final GracefulHandler running = new GracefulHandler();
    private final NodeEventStream events;
    private final Javalin server;

    /**
     * Starts a server.
     *
     * @throws BatonException if the address cannot be used
     */
    public NodeHttpServer(Controller controller, JobRoutes routes, NodeAccess access, Address address) {
        this.controller = controller;
        this.routes = routes;
        this.access = access;
        this.events = new NodeEventStream(controller);
        try {
            BodyLoader bodies = new BodyLoader(LARGEST_BODY, access::wantsBody);
            this.server =
                    HttpServers.start(address.host(), address.port(), bodies, config -> configure(config, address));
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
            jetty.insertHandler(running);
            jetty.setErrorHandler(new JsonErrorHandler(() -> headers(controller.roleReport())));
            jetty.setStopTimeout(0);
        });
        address.tls()
                .ifPresent(tls -> config.jetty.addConnector(
                        (jetty, http) -> tls.connector(jetty, http, address.host(), address.port())));
        config.requestLogger.http((ctx, millis) -> {
            String duration = String.format(Locale.ROOT, "%.1f", millis);
            LOG.debug("{} {} {} {} ms", ctx.method(), ctx.path(), ctx.statusCode(), duration);
        });
        config.routes.before(this::checkAccess);
        routes.addTo(config.routes);
        config.routes.get("/v1/events", events::subscribe);
        config.routes.after(this::updateHeaders);
        config.routes.exception(WriteRefusal.class, (refused, ctx) -> JsonResponses.send(ctx, 409, refusal(refused)));
        config.routes.exception(BatonException.class, (failed, ctx) -> {
            LOG.warn("{} {}: {}", ctx.method(), ctx.path(), failed.getMessage());
            unavailable(
                    ctx,
                    failed instanceof StoreException
                            ? "the store refused the request, and nothing was written: retry"
                            : "the store did not answer; a write may or may not have been applied: retry");
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
        access.check(ctx);
    }

    /** Sets the headers of every response: node, role and leader_epoch. */
    static void setHeaders(Context ctx, NodeRoleReport report) {
        headers(report).forEach(ctx::header);
    }

    static Map<String, String> headers(NodeRoleReport report) {
        return Map.of(
                "Baton-Node",
                report.nodeId(),
                "Baton-Role",
                report.role().name(),
                "Baton-Epoch",
                Long.toString(report.leaderEpoch().orElse(0L)));
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
                .orElseGet(() -> JobJson.notLeader(controller.reportFor(refused.admission())));
    }

    /** Ends waiting requests, waits for running ones, and stops the server. */
    @Override
    public void close() {
        events.close();
        routes.close();
        // A request runs until the last byte of its response is sent.
        running.shutdown()
                .completeOnTimeout(null, CLOSE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)
                .join();
        server.stop();
    }
}
