package dev.baton.node.http;

import dev.baton.BatonException;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteMeters;
import dev.baton.node.database.AgentState;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.job.JobState;
import io.javalin.http.Context;
import java.util.Map;

/** {@code GET /metrics}: the state of a node for Prometheus. */
final class NodeMetrics {
    private final Controller controller;
    private final LeaderReadiness readiness;
    private final ReadLimits reads;

    NodeMetrics(Controller controller, LeaderReadiness readiness, ReadLimits reads) {
        this.controller = controller;
        this.readiness = readiness;
        this.reads = reads;
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
        line(out, "baton_node_ready", readiness.problem().isEmpty() ? 1 : 0);
        writes(out, controller.writeMeters());
        type(out, "baton_node_read_seconds", "summary");
        out.append("baton_node_read_seconds_sum ").append(reads.seconds()).append('\n');
        line(out, "baton_node_read_seconds_count", reads.count());
        type(out, "baton_node_waiting_requests", "gauge");
        line(out, "baton_node_waiting_requests", controller.waitingRequests());
        stored(out, controller.database());
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
    private static void stored(StringBuilder out, JobDatabase database) {
        Map<JobState, Long> jobs;
        Map<AgentState, Long> agents;
        long leases;
        try {
            jobs = database.jobCounts();
            agents = database.agentCounts();
            leases = database.leaseCount();
        } catch (BatonException unreachable) {
            NodeHttpServer.LOG.debug("metrics without the database", unreachable);
            return;
        }
        type(out, "baton_node_jobs", "gauge");
        for (JobState state : JobState.values()) {
            line(out, "baton_node_jobs{state=\"" + state.code() + "\"}", jobs.getOrDefault(state, 0L));
        }
        type(out, "baton_node_agents", "gauge");
        for (AgentState state : AgentState.values()) {
            line(out, "baton_node_agents{state=\"" + state.code() + "\"}", agents.getOrDefault(state, 0L));
        }
        type(out, "baton_node_leases", "gauge");
        line(out, "baton_node_leases", leases);
    }

    private static void type(StringBuilder out, String name, String type) {
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(StringBuilder out, String name, long value) {
        out.append(name).append(' ').append(value).append('\n');
    }
}
