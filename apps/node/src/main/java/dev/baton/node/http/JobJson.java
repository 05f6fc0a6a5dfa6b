package dev.baton.node.http;

import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.database.AgentRecord;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.spi.StatusJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON objects for jobs, leases, agents and roles. */
final class JobJson {

    private JobJson() {}

    static Map<String, @Nullable Object> job(Job job) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", job.id());
        json.put("name", job.spec().name());
        json.put("state", job.state().code());
        json.put("job_epoch", job.jobEpoch());
        json.put("leader_epoch", job.leaderEpoch());
        json.put("attempt", job.attempt());
        JobSpecJson.addTo(json, job.spec());
        json.put("agent_name", job.agent().orElse(null));
        json.put("lease_id", job.leaseId().orElse(null));
        json.put("exit_code", job.exitCode().orElse(null));
        json.put("output", job.output().orElse(null));
        json.put("created_at", time(job.createdMillis()));
        json.put("updated_at", time(job.updatedMillis()));
        return json;
    }

    /** Returns a job without its output, which would make a list too long. */
    static Map<String, @Nullable Object> listed(Job job) {
        Map<String, @Nullable Object> json = job(job);
        json.remove("output");
        return json;
    }

    static Map<String, @Nullable Object> grant(TermWriter.Grant grant) {
        JobLease lease = grant.lease();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("lease_id", lease.id());
        json.put("job", job(grant.job()));
        json.put("job_epoch", lease.jobEpoch());
        json.put("deadline", time(lease.deadlineMillis()));
        json.put("ttl_s", JobSpecJson.seconds(lease.ttl()));
        return json;
    }

    static Map<String, @Nullable Object> lease(JobLease lease) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("lease_id", lease.id());
        json.put("job_id", lease.jobId());
        json.put("job_epoch", lease.jobEpoch());
        json.put("deadline", time(lease.deadlineMillis()));
        return json;
    }

    static Map<String, @Nullable Object> agent(AgentRecord agent) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", agent.name());
        json.put("state", agent.deleted() ? "deleted" : "active");
        json.put("leases", agent.leases());
        json.put("first_seen", time(agent.firstSeenMillis()));
        json.put("last_seen", time(agent.lastSeenMillis()));
        json.put("leader_epoch", agent.leaderEpoch());
        return json;
    }

    static Map<String, @Nullable Object> role(NodeRoleReport report) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("node_id", report.nodeId());
        json.put("role", report.role().name());
        json.put("leader_epoch", report.leaderEpoch().orElse(null));
        json.put("leader_id", report.leaderId().orElse(null));
        json.put("leader_url", report.leaderUrl().orElse(null));
        return json;
    }

    /** Returns the error of a node that does not lead. Its fields are fixed by the contract. */
    static Map<String, @Nullable Object> notLeader(NodeRoleReport report) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("error", "NOT_LEADER");
        json.put("leader_id", report.leaderId().orElse(null));
        json.put("leader_url", report.leaderUrl().orElse(null));
        json.put("leader_epoch", report.leaderEpoch().orElse(null));
        json.put("node_id", report.nodeId());
        json.put("role", report.role().name());
        return json;
    }

    private static String time(long millis) {
        return StatusJson.time(Instant.ofEpochMilli(millis));
    }
}
