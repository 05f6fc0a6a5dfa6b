package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.JobOutput;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.json.RawJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job that is leased to this agent.
 *
 * @param payload exactly as it was submitted
 * @param ttl the validity of the lease without a renewal
 * @param countsOutput whether the controller knows the field {@code output_bytes}; an earlier one refuses it
 * @param safeTtl the shortest ttl that survives a change of leader, according to the controller
 * @param lease valid from before the request that granted or renewed it
 */
record LeasedJob(
        String jobId,
        String name,
        String leaseId,
        long jobEpoch,
        List<String> command,
        Optional<RawJson> payload,
        Duration timeout,
        boolean countsOutput,
        Duration ttl,
        Duration safeTtl,
        DeadlineLeadership lease) {

    static LeasedJob from(ControllerReply reply, String agent, ClockReading requested) {
        JsonFields lease = reply.fields();
        Map<?, ?> job = reply.body().get("job") instanceof Map<?, ?> object ? object : Map.of();
        JsonFields fields = JsonFields.of("a job", job);
        List<?> command = job.get("command") instanceof List<?> words ? words : List.of();
        double timeout = job.get("timeout_s") instanceof Number number ? number.doubleValue() : 3600;
        Duration ttl = seconds(lease.decimal("ttl_s"));
        Duration safeTtl =
                reply.body().get("safe_ttl_s") instanceof Number number ? seconds(number.doubleValue()) : Duration.ZERO;
        String id = fields.text("id");
        long epoch = lease.number("job_epoch");
        return new LeasedJob(
                id,
                fields.text("name"),
                lease.text("lease_id"),
                epoch,
                command.stream().map(String::valueOf).toList(),
                job.get("payload") instanceof RawJson raw ? Optional.of(raw) : Optional.empty(),
                seconds(timeout),
                job.containsKey("output_bytes"),
                ttl,
                safeTtl,
                new DeadlineLeadership("job:" + id, agent, epoch, requested.plus(ttl), BatonClock.system()));
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    JsonObject result(ExecutionEnd.Finished result) {
        JsonObject body = new JsonObject()
                .with("job_id", jobId)
                .with("lease_id", leaseId)
                .with("job_epoch", jobEpoch)
                .with("status", result.exitCode() == 0 ? "succeeded" : "failed")
                .with("exit_code", (long) result.exitCode());
        addOutput(body, result.output());
        return body;
    }

    /** Adds the output so far to a request. */
    void addOutput(JsonObject body, JobOutput output) {
        body.put("output", output.end());
        if (countsOutput) {
            output.bytes().ifPresent(bytes -> body.put("output_bytes", bytes));
        }
    }
}
