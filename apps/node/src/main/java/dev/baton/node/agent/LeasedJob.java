package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.JsonFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job that was leased to this agent.
 *
 * @param right until when it may work on it
 */
record LeasedJob(
        String jobId,
        String name,
        String leaseId,
        long jobEpoch,
        List<String> command,
        Optional<Object> payload,
        Duration timeout,
        LeaseDeadline right) {

    @SuppressWarnings("unchecked")
    static LeasedJob from(ControllerReply reply, String agent, Duration ttl, ClockReading asked) {
        JsonFields lease = reply.fields();
        Map<String, @Nullable Object> job =
                reply.body().get("job") instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : Map.of();
        JsonFields fields = new JsonFields("a job", job);
        List<String> command = new ArrayList<>();
        if (job.get("command") instanceof List<?> words) {
            words.forEach(word -> command.add(String.valueOf(word)));
        }
        double timeout = job.get("timeout_s") instanceof Number number ? number.doubleValue() : 3600;
        String id = fields.text("id");
        long epoch = lease.number("job_epoch");
        return new LeasedJob(
                id,
                fields.text("name"),
                lease.text("lease_id"),
                epoch,
                command,
                Optional.ofNullable(job.get("payload")),
                Duration.ofMillis(Math.round(timeout * 1000)),
                new LeaseDeadline(id, agent, epoch, ttl, asked, BatonClock.system()));
    }

    Map<String, @Nullable Object> result(Ended ended) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("job_id", jobId);
        body.put("lease_id", leaseId);
        body.put("job_epoch", jobEpoch);
        body.put("status", ended.exitCode() == 0 ? "succeeded" : "failed");
        body.put("exit_code", (long) ended.exitCode());
        body.put("output", ended.output());
        return body;
    }

    /** How a command ended. */
    record Ended(int exitCode, String output) {}
}
