package dev.baton.node.http;

import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import io.javalin.http.Context;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a write can succeed, here or on the leader that this node names. Only that leader knows whether its writes
 * succeed, so a standby asks it. One request runs at a time, however many probes wait for its answer. Thread-safe.
 */
final class LeaderReadiness {
    /** The header with the id of a node that asks another one about itself. It is answered without asking a third. */
    static final String ASKED_BY = "Baton-Asked-By";

    /** Shorter than the probes of load balancers and Kubernetes wait. */
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private static final Duration LIFETIME = Duration.ofSeconds(1);

    private final Controller controller;
    private @Nullable HttpClient http;
    private @Nullable Question latest;

    LeaderReadiness(Controller controller) {
        this.controller = controller;
    }

    /** @param refused whether the leader answered that no write can succeed */
    private record Question(String url, long askedAt, CompletableFuture<Boolean> refused) {}

    /** Returns why no write can succeed now, here or on the leader; empty if one can. Waits for the leader for a short time. */
    Optional<String> problem() {
        Optional<String> own = controller.notReadyReason();
        NodeRoleReport report = controller.roleReport();
        boolean asks = own.isEmpty() && report.role() == NodeRole.STANDBY;
        return asks && report.leaderUrl().filter(this::isRefused).isPresent()
                ? Optional.of("the leader cannot store jobs now")
                : own;
    }

    /** Returns the answer to a request: to another node, what this one knows by itself. */
    Optional<String> problem(Context ctx) {
        return ctx.header(ASKED_BY) == null ? problem() : controller.notReadyReason();
    }

    /**
     * Returns whether the leader at this URL answers that it leads and that no write can succeed. Without such an answer,
     * nothing is known: another node may not reach the leader by the way that clients take.
     */
    private boolean isRefused(String url) {
        try {
            return question(url).refused().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException unanswered) {
            NodeHttpServer.LOG.debug("the leader at {} does not answer whether it is ready", url, unanswered);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private synchronized Question question(String url) {
        Question last = latest;
        long now = System.nanoTime();
        if (last == null || !last.url().equals(url) || now - last.askedAt() > LIFETIME.toNanos()) {
            last = new Question(url, now, ask(url));
            latest = last;
        }
        return last;
    }

    private CompletableFuture<Boolean> ask(String url) {
        HttpRequest request;
        try {
            String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
            request = HttpRequest.newBuilder(URI.create(base + "/readyz"))
                    .timeout(TIMEOUT)
                    .header(ASKED_BY, controller.nodeId())
                    .build();
        } catch (IllegalArgumentException notHttp) {
            return CompletableFuture.failedFuture(notHttp);
        }
        // Ends with the headers; the rest of the answer is not read.
        CompletableFuture<Boolean> refused = new CompletableFuture<>();
        CompletableFuture<HttpResponse<Void>> exchange = client().sendAsync(request, head -> {
            refused.complete(refusesWrites(head));
            return BodySubscribers.replacing(null);
        });
        exchange.whenComplete((response, failure) -> {
            if (failure != null) {
                refused.completeExceptionally(failure);
            }
        });
        refused.orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> exchange.cancel(true));
        return refused;
    }

    /** A node that drains still takes results, and one that does not lead any more knows nothing. */
    private static boolean refusesWrites(HttpResponse.ResponseInfo head) {
        return head.statusCode() == 503
                && head.headers()
                        .firstValue("Baton-Role")
                        .filter(NodeRole.LEADER.name()::equals)
                        .isPresent();
    }

    /** Started at the first question: most nodes of a group of one never ask. A redirect is no answer. */
    private synchronized HttpClient client() {
        HttpClient client = http;
        if (client == null) {
            client = HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .followRedirects(Redirect.NEVER)
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            http = client;
        }
        return client;
    }
}
