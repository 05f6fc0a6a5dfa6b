package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job that is leased to this agent.
 *
 * @param lease valid from before the request that granted or renewed it
 */
record LeasedJob(
        String jobId,
        String name,
        String leaseId,
        long jobEpoch,
        List<String> command,
        Optional<Object> payload,
        Duration timeout,
        DeadlineLeadership lease) {

    static LeasedJob from(ControllerReply reply, String agent, Duration ttl, ClockReading requested) {
        JsonFields lease = reply.fields();
        Map<?, ?> job = reply.body().get("job") instanceof Map<?, ?> object ? object : Map.of();
        JsonFields fields = JsonFields.of("a job", job);
        List<?> command = job.get("command") instanceof List<?> words ? words : List.of();
        double timeout = job.get("timeout_s") instanceof Number number ? number.doubleValue() : 3600;
        String id = fields.text("id");
        long epoch = lease.number("job_epoch");
        return new LeasedJob(
                id,
                fields.text("name"),
                lease.text("lease_id"),
                epoch,
                command.stream().map(String::valueOf).toList(),
                Optional.ofNullable(job.get("payload")),
                Duration.ofMillis(Math.round(timeout * 1000)),
                new DeadlineLeadership("job:" + id, agent, epoch, requested.plus(ttl), BatonClock.system()));
    }

    JsonObject result(CommandResult result) {
        return new JsonObject()
                .with("job_id", jobId)
                .with("lease_id", leaseId)
                .with("job_epoch", jobEpoch)
                .with("status", result.exitCode() == 0 ? "succeeded" : "failed")
                .with("exit_code", (long) result.exitCode())
                .with("output", result.output());
    }

    /** The result of a command. */
    record CommandResult(int exitCode, String output) {}
}
