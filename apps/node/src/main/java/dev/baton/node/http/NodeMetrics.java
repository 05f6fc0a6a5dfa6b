package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteMeters;
import dev.baton.node.job.JobState;
import io.javalin.http.Context;
import java.util.Map;

/** {@code GET /metrics}: the state of a node for Prometheus. */
final class NodeMetrics {
    private final Controller controller;

    NodeMetrics(Controller controller) {
        this.controller = controller;
    }

    void send(Context ctx) {
        ctx.status(200).contentType("text/plain; version=0.0.4; charset=utf-8").result(text());
    }

    private String text() {
        StringBuilder out = new StringBuilder();
        NodeRoleReport report = controller.roleReport();
        type(out, "baton_node_role", "gauge");
        for (NodeRole role : NodeRole.values()) {
            line(out, "baton_node_role{role=\"" + role.name() + "\"}", role == report.role() ? 1 : 0);
        }
        type(out, "baton_node_leader_epoch", "gauge");
        line(out, "baton_node_leader_epoch", report.leaderEpoch().orElse(0L));
        type(out, "baton_node_ready", "gauge");
        line(out, "baton_node_ready", controller.notReadyReason().isEmpty() ? 1 : 0);
        writes(out, controller.writeMeters());
        jobs(out);
        return out.toString();
    }

    private static void writes(StringBuilder out, WriteMeters writes) {
        type(out, "baton_node_writes_total", "counter");
        line(out, "baton_node_writes_total{outcome=\"committed\"}", writes.committed());
        line(out, "baton_node_writes_total{outcome=\"refused\"}", writes.refused());
        line(out, "baton_node_writes_total{outcome=\"failed\"}", writes.failed());
        type(out, "baton_node_write_seconds", "summary");
        out.append("baton_node_write_seconds_sum ").append(writes.seconds()).append('\n');
        line(out, "baton_node_write_seconds_count", writes.committed() + writes.refused() + writes.failed());
    }

    /** Without the database, the other metrics are still useful. */
    private void jobs(StringBuilder out) {
        Map<JobState, Long> counts;
        try {
            counts = controller.database().jobCounts();
        } catch (BatonException unreachable) {
            NodeHttpServer.LOG.debug("metrics without jobs", unreachable);
            return;
        }
        type(out, "baton_node_jobs", "gauge");
        for (JobState state : JobState.values()) {
            line(out, "baton_node_jobs{state=\"" + state.code() + "\"}", counts.getOrDefault(state, 0L));
        }
    }

    private static void type(StringBuilder out, String name, String type) {
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(StringBuilder out, String name, long value) {
        out.append(name).append(' ').append(value).append('\n');
    }
}
