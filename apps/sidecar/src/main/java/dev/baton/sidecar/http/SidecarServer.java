package dev.baton.sidecar.http;

import dev.baton.http.ApiException;
import dev.baton.http.BodyLoader;
import dev.baton.http.HttpServers;
import dev.baton.http.JsonErrorHandler;
import dev.baton.http.JsonResponses;
import dev.baton.sidecar.answer.LeaderAnswer;
import dev.baton.sidecar.answer.LeaderAnswers;
import dev.baton.support.json.JsonObject;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.net.BindException;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server of a sidecar. */
public final class SidecarServer implements AutoCloseable {
    /** More than the clients of the stream occupy. */
    private static final int THREADS = 2 * AnswerStream.MAX_CLIENTS;

    /** Nothing here is a page: no browser may run, frame, keep or share a response. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Cache-Control", "no-store");

    private final String host;
    private final SidecarAccess access;
    private final LeaderAnswers answers;
    private final AnswerStream events;
    private final Javalin server;

    /**
     * Starts the server.
     *
     * @throws IllegalArgumentException if the address cannot be used
     */
    public SidecarServer(String host, int port, SidecarAccess access, LeaderAnswers answers) {
        this.host = host;
        this.access = access;
        this.answers = answers;
        this.events = new AnswerStream(answers);
        try {
            this.server = HttpServers.start(host, port, new BodyLoader(0, request -> false), this::configure);
        } catch (BindException failed) {
            throw new IllegalArgumentException(failed.getMessage() + "; choose another address with --listen", failed);
        }
    }

    private void configure(JavalinConfig config) {
        config.concurrency.useVirtualThreads = false;
        config.jetty.threadPool = new QueuedThreadPool(THREADS, 4);
        config.jetty.modifyServer(jetty -> jetty.setErrorHandler(new JsonErrorHandler(() -> HEADERS)));
        config.routes.before(request -> {
            HEADERS.forEach(request::header);
            access.checkHost(request);
        });
        config.routes.get("/leader", this::leader);
        config.routes.get("/healthz", request -> probe(request, Optional.empty()));
        config.routes.get("/readyz", request -> probe(request, answers.notReadyReason()));
        config.routes.get("/events", request -> {
            access.checkStream(request);
            events.serve(request);
        });
        config.routes.post("/stepdown", this::stepDown);
    }

    private void leader(Context request) {
        LeaderAnswer answer = answers.now();
        JsonResponses.send(request, answer.leads() ? 200 : 503, AnswerJson.of(answer));
    }

    private static void probe(Context request, Optional<String> problem) {
        JsonObject json = new JsonObject().with("status", problem.isEmpty() ? "ok" : "unavailable");
        problem.ifPresent(reason -> json.put("reason", reason));
        JsonResponses.send(request, problem.isEmpty() ? 200 : 503, json);
    }

    private void stepDown(Context request) {
        access.checkWrite(request);
        if (!answers.stepDown()) {
            throw new ApiException(409, "NOT_LEADER", "this instance does not lead");
        }
        JsonResponses.send(request, 200, new JsonObject().with("status", "released"));
    }

    /** Returns the port that the server listens on. */
    public int port() {
        return server.port();
    }

    /** Returns the address of the server. */
    public String url() {
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    @Override
    public void close() {
        events.close();
        server.stop();
    }
}
