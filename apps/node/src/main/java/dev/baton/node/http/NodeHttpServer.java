package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.node.control.Controller;
import dev.baton.node.control.WriteRefusal;
import dev.baton.support.json.Json;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server: who may write, what every answer has, and what a refusal looks like. */
public final class NodeHttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int THREADS = 256;
    private static final Duration LAST_REQUESTS = Duration.ofSeconds(2);

    private final Controller controller;
    private final JobRoutes routes;
    private final Optional<BearerToken> token;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final NodeEventStream events;
    private final Javalin server;

    /** An API that listens, on any free port for port 0. */
    public NodeHttpServer(Controller controller, JobRoutes routes, Optional<BearerToken> token, Address address) {
        this.controller = controller;
        this.routes = routes;
        this.token = token;
        this.events = new NodeEventStream(controller);
        this.server = Javalin.create(config -> configure(config, address));
        try {
            server.start(address.host(), address.port());
        } catch (JavalinException failed) {
            throw new BatonException(
                    "cannot listen on " + address.host() + ":" + address.port() + ": " + reason(failed), failed);
        }
        events.start();
    }

    private static String reason(Throwable failed) {
        Throwable cause = failed;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    /** Where a server listens. */
    public record Address(String host, int port, Optional<ServerTls> tls) {}

    public int port() {
        return server.port();
    }

    /** Every route, as a method and a path. */
    List<String> routes() {
        return server.unsafe.internalRouter.allHttpHandlers().stream()
                .map(route -> route.endpoint.method.name() + " " + route.endpoint.path)
                .filter(route -> !route.endsWith(" *"))
                .toList();
    }

    private void configure(JavalinConfig config, Address address) {
        config.startup.showJavalinBanner = false;
        config.http.prefer405over404 = true;
        config.http.defaultContentType = "application/json";
        config.concurrency.useVirtualThreads = false;
        config.jetty.threadPool = new QueuedThreadPool(THREADS, 4);
        config.jetty.modifyServer(jetty -> {
            jetty.setErrorHandler(new HttpLayerErrors());
            jetty.setStopTimeout(0);
        });
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        address.tls()
                .ifPresent(tls -> config.jetty.addConnector(
                        (jetty, http) -> tls.connector(jetty, http, address.host(), address.port())));
        config.requestLogger.http((ctx, millis) -> {
            inFlight.decrementAndGet();
            LOG.debug(
                    "{} {} {} {} ms",
                    ctx.method(),
                    ctx.path(),
                    ctx.statusCode(),
                    String.format(Locale.ROOT, "%.1f", millis));
        });
        config.routes.before(ctx -> inFlight.incrementAndGet());
        config.routes.before(this::admit);
        routes.addTo(config.routes);
        config.routes.get("/v1/events", events::join);
        config.routes.after(this::describeAtTheEnd);
        config.routes.exception(ApiException.class, (failed, ctx) -> answer(ctx, failed.status(), failed.body()));
        config.routes.exception(
                WriteRefusal.NotLeader.class,
                (refused, ctx) -> answer(ctx, 409, JobJson.notLeader(controller.standing())));
        config.routes.exception(WriteRefusal.Stale.class, (refused, ctx) -> answer(ctx, 409, stale(refused)));
        config.routes.exception(HttpResponseException.class, this::refused);
        config.routes.exception(BatonException.class, (failed, ctx) -> {
            LOG.warn("{} {}: {}", ctx.method(), ctx.path(), failed.getMessage());
            answer(
                    ctx,
                    503,
                    ApiException.body(
                            "UNAVAILABLE",
                            "the store did not answer as it should; a write may or"
                                    + " may not have been applied: ask again"));
        });
        // Only a server that is being closed interrupts a request.
        config.routes.exception(
                InterruptedException.class,
                (closing, ctx) -> answer(
                        ctx, 503, ApiException.body("UNAVAILABLE", "this node is stopping: ask again, or another")));
        config.routes.exception(Exception.class, (defect, ctx) -> {
            LOG.error("{} {} failed", ctx.method(), ctx.path(), defect);
            answer(ctx, 500, ApiException.body("INTERNAL", "this is a defect of the controller; its log says more"));
        });
    }

    private void admit(Context ctx) {
        describe(ctx);
        if (switch (ctx.method().name()) {
            case "GET", "HEAD", "OPTIONS" -> true;
            default -> false;
        }) {
            return;
        }
        if (token.isPresent() && !token.get().isShownBy(ctx.header("Authorization"))) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw ApiException.of(401, "UNAUTHORIZED", "a write needs the header Authorization: Bearer TOKEN");
        }
        // A page in somebody's browser can reach a loopback address; no page of ours writes.
        if (token.isEmpty() && ctx.header("Origin") != null) {
            throw ApiException.of(403, "FORBIDDEN", "no web page may write here; start the node with --token-file");
        }
    }

    private void describe(Context ctx) {
        NodeHeaders.put(ctx, controller.standing());
    }

    /** A write that was done says what this node was when it let the write in, not what it is a moment later. */
    private void describeAtTheEnd(Context ctx) {
        if (ctx.statusCode() >= 300 || ctx.method().name().equals("GET")) {
            describe(ctx);
        }
    }

    private void answer(Context ctx, int status, Map<String, @Nullable Object> body) {
        describe(ctx);
        ctx.status(status).contentType("application/json").result(Json.write(body));
    }

    private void refused(HttpResponseException refusal, Context ctx) {
        String code = switch (refusal.getStatus()) {
            case 404 -> "NOT_FOUND";
            case 405 -> "METHOD_NOT_ALLOWED";
            case 413 -> "TOO_LARGE";
            default -> refusal.getStatus() < 500 ? "BAD_REQUEST" : "INTERNAL";
        };
        answer(
                ctx,
                refusal.getStatus(),
                ApiException.body(
                        code,
                        ctx.method() + " " + ctx.path() + ": "
                                + (refusal.getStatus() == 404 ? "there is nothing here" : "this is not done here")));
    }

    private Map<String, @Nullable Object> stale(WriteRefusal.Stale refused) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("error", "STALE_EPOCH");
        body.put("message", refused.getMessage());
        body.put("leader_epoch", refused.leaderEpoch());
        body.put("node_id", controller.nodeId());
        return body;
    }

    /** Answers those who wait, lets requests that are under way end, and listens no more. */
    @Override
    public void close() {
        events.close();
        routes.close();
        long until = System.nanoTime() + LAST_REQUESTS.toNanos();
        while (inFlight.get() > 0 && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        server.stop();
    }
}
