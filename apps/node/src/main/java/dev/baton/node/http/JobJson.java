package dev.baton.node.http;

import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.database.AgentRecord;
import dev.baton.node.database.JobPart;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobOutput;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import dev.baton.support.json.RawJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** JSON objects for jobs, leases, agents and roles. */
final class JobJson {

    private JobJson() {}

    static JsonObject job(Job job) {
        return new JsonObject()
                .with("id", job.id())
                .with("name", job.spec().name())
                .with("state", job.state().code())
                .with("job_epoch", job.jobEpoch())
                .with("leader_epoch", job.leaderEpoch())
                .with("attempt", job.attempt())
                .with("max_attempts", job.spec().attempts())
                .with("priority", job.spec().priority())
                .with("timeout_s", seconds(job.spec().timeout()))
                .with("payload", job.spec().payload().map(JobJson::stored).orElse(null))
                .with(
                        "command",
                        job.spec().command().isEmpty() ? null : job.spec().command())
                .with("requires", job.spec().requires().names())
                .with("agent_name", job.agent().orElse(null))
                .with("lease_id", job.leaseId().orElse(null))
                .with("exit_code", job.exitCode().orElse(null))
                .with("output", job.output().map(JobOutput::end).orElse(null))
                .with("output_bytes", job.output().flatMap(JobOutput::bytes).orElse(null))
                .with("created_at", time(job.createdMillis()))
                .with("updated_at", time(job.updatedMillis()));
    }

    /** Returns the JSON value of a stored payload; the text itself if something else has changed it. */
    private static Object stored(String payload) {
        Optional<RawJson> json = Json.ifWellFormed(() -> new RawJson(payload));
        return json.isPresent() ? json.get() : payload;
    }

    /** Returns a job with only these of its large parts. */
    static JsonObject listed(Job job, Set<JobPart> include) {
        JsonObject json = job(job);
        for (JobPart part : JobPart.values()) {
            if (!include.contains(part)) {
                json.remove(part.field());
            }
        }
        if (!include.contains(JobPart.OUTPUT)) {
            json.remove("output_bytes");
        }
        return json;
    }

    static JsonObject grant(TermWriter.Grant grant, Duration safeTtl) {
        JobLease lease = grant.lease();
        return new JsonObject()
                .with("lease_id", lease.id())
                .with("job", job(grant.job()))
                .with("job_epoch", lease.jobEpoch())
                .with("deadline", time(lease.deadlineMillis()))
                .with("ttl_s", seconds(lease.ttl()))
                .with("safe_ttl_s", seconds(safeTtl));
    }

    static JsonObject lease(JobLease lease) {
        return new JsonObject()
                .with("lease_id", lease.id())
                .with("job_id", lease.jobId())
                .with("job_epoch", lease.jobEpoch())
                .with("deadline", time(lease.deadlineMillis()));
    }

    static JsonObject agent(AgentRecord agent) {
        return new JsonObject()
                .with("name", agent.name())
                .with("state", agent.state().code())
                .with("labels", agent.labels().names())
                .with("leases", agent.leases())
                .with("first_seen", time(agent.firstSeenMillis()))
                .with("last_seen", time(agent.lastSeenMillis()))
                .with("leader_epoch", agent.leaderEpoch());
    }

    static JsonObject role(NodeRoleReport report) {
        return new JsonObject()
                .with("node_id", report.nodeId())
                .with("role", report.role().name())
                .with("leader_epoch", report.leaderEpoch().orElse(null))
                .with("leader_id", report.leaderId().orElse(null))
                .with("leader_url", report.leaderUrl().orElse(null));
    }

    /** Returns the error of a node that does not lead. Its fields are fixed by the contract. */
    static JsonObject notLeader(NodeRoleReport report) {
        return new JsonObject()
                .with("error", "NOT_LEADER")
                .with("leader_id", report.leaderId().orElse(null))
                .with("leader_url", report.leaderUrl().orElse(null))
                .with("leader_epoch", report.leaderEpoch().orElse(null))
                .with("node_id", report.nodeId())
                .with("role", report.role().name());
    }

    private static Object seconds(Duration duration) {
        long millis = duration.toMillis();
        return millis % 1000 == 0 ? (Object) (millis / 1000) : (Object) (millis / 1000.0);
    }

    private static String time(long millis) {
        return StatusJson.time(Instant.ofEpochMilli(millis));
    }
}
