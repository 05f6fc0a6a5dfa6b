package dev.baton.node.http;

import dev.baton.http.JsonResponses;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.support.json.JsonObject;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Optional;

/** The routes about the node itself, for load balancers and probes. */
final class StatusRoutes {
    private final Controller controller;
    private final ReadLimits limits;
    private final LeaderReadiness readiness;

    StatusRoutes(Controller controller, ReadLimits limits) {
        this.controller = controller;
        this.limits = limits;
        this.readiness = new LeaderReadiness(controller);
    }

    void addTo(RoutesConfig routes) {
        routes.get("/healthz", ctx -> send(ctx, Optional.empty()));
        routes.get("/readyz", ctx -> send(ctx, readiness.problem(ctx)));
        routes.get("/leader", ctx -> send(ctx, unless(NodeRole.LEADER)));
        routes.get("/standby", ctx -> send(ctx, unless(NodeRole.STANDBY)));
        NodeMetrics metrics = new NodeMetrics(controller, readiness, limits);
        routes.get("/metrics", ctx -> {
            limits.begin(ctx);
            metrics.send(ctx);
        });
        routes.get("/role", ctx -> JsonResponses.send(ctx, 200, JobJson.role(controller.roleReport())));
    }

    private Optional<String> unless(NodeRole wanted) {
        NodeRole role = controller.roleReport().role();
        return role == wanted ? Optional.empty() : Optional.of("this node is " + role.name());
    }

    private void send(Context ctx, Optional<String> problem) {
        NodeRoleReport report = controller.roleReport();
        JsonObject json = new JsonObject()
                .with("status", problem.isEmpty() ? "ok" : "unavailable")
                .with("node_id", report.nodeId())
                .with("role", report.role().name())
                .with("leader_epoch", report.leaderEpoch().orElse(null));
        problem.ifPresent(reason -> json.put("reason", reason));
        JsonResponses.send(ctx, problem.isEmpty() ? 200 : 503, json);
    }
}
