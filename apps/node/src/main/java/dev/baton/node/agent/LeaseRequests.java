package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.ClockReading;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.job.JobOutput;
import dev.baton.support.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of an agent about its leases. Thread-safe. */
final class LeaseRequests {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL_MARGIN = Duration.ofSeconds(5);

    /** Answers about the request itself. Others are about a token, the network or the state of a node, which change. */
    private static final Set<Integer> FINAL_STATUS = Set.of(400, 404, 405, 409, 413);

    private final AgentSettings settings;
    private final String name;
    private final ControllerClient client;
    private final AtomicBoolean leaderMissing = new AtomicBoolean();
    private final AtomicBoolean warnedOfTtl = new AtomicBoolean();

    LeaseRequests(AgentSettings settings, ControllerClient client) {
        this.settings = settings;
        this.name = settings.name();
        this.client = client;
    }

    /** The outcome of a renewal. */
    enum Renewal {
        /** The lease is valid. While no leader answers, it is until its time is over. */
        HELD,
        /** A leader has ended the lease. */
        ENDED,
        /** No leader answered until the time of the lease was over. */
        OUT_OF_TIME
    }

    /** Requests a job and waits for one; empty if there was none in time, or no leader. */
    Optional<LeasedJob> lease() throws InterruptedException {
        JsonObject body = new JsonObject()
                .with("agent_name", name)
                .with("wait_s", seconds(settings.poll()))
                .with("commands_only", true)
                .with("labels", settings.labels().names());
        settings.ttl().ifPresent(ttl -> body.put("ttl_s", seconds(ttl)));
        ClockReading requested = BatonClock.system().now();
        ControllerReply reply;
        try {
            reply = client.writeSlowly("/v1/leases", body, settings.poll().plus(POLL_MARGIN), REQUEST_TIMEOUT);
        } catch (BatonException unreachable) {
            // Only the first of consecutive failures is logged.
            if (leaderMissing.compareAndSet(false, true)) {
                LOG.warn("agent={} no_leader cause={}", name, unreachable.getMessage());
            }
            return Optional.empty();
        }
        leaderMissing.set(false);
        if (reply.status() == 200) {
            LeasedJob job = LeasedJob.from(reply, name, requested);
            warnOfShortTtl(job);
            return Optional.of(job);
        }
        if (reply.status() == 429) {
            // Agents that come together must not return together.
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(1000, 5000));
        } else if (reply.status() != 204) {
            LOG.warn("agent={} no_lease status={} error={}", name, reply.status(), reply.error());
            TimeUnit.SECONDS.sleep(1);
        }
        return Optional.empty();
    }

    private void warnOfShortTtl(LeasedJob job) {
        Duration safe = job.safeTtl();
        if (job.ttl().compareTo(safe) < 0 && warnedOfTtl.compareAndSet(false, true)) {
            LOG.warn(
                    "agent={} short_ttl ttl_ms={} safe_ttl_ms={}: a change of leader can end the commands of jobs",
                    name,
                    job.ttl().toMillis(),
                    safe.toMillis());
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    Renewal renew(LeasedJob job, Optional<JobOutput> output) throws InterruptedException {
        JsonObject body = new JsonObject().with("job_epoch", job.jobEpoch());
        output.filter(text -> !text.end().isEmpty()).ifPresent(text -> job.addOutput(body, text));
        ClockReading requested = BatonClock.system().now();
        try {
            ControllerReply reply = client.write(
                    "POST", path(job, "renew"), body, Map.of(), job.ttl().dividedBy(3));
            if (reply.isOk()) {
                job.lease().renew(requested.plus(job.ttl()));
                return Renewal.HELD;
            }
            if (reply.status() == 409 || reply.status() == 404) {
                LOG.info("agent={} job={} lease_lost job_epoch={}", name, job.jobId(), job.jobEpoch());
                job.lease().end();
                return Renewal.ENDED;
            }
        } catch (BatonException unreachable) {
            LOG.debug("agent={} no_leader cause={}", name, unreachable.getMessage());
        }
        return job.lease().isValid() ? Renewal.HELD : Renewal.OUT_OF_TIME;
    }

    private static String path(LeasedJob job, String action) {
        return "/v1/leases/" + job.leaseId() + "/" + action;
    }

    /** Logs why a command was not started, and stores it as the output of the job. */
    void cannotStart(LeasedJob job, IOException failed) throws InterruptedException {
        LOG.error("agent={} job={} cannot_start cause={}", name, job.jobId(), failed.getMessage());
        String reason = "agent " + name + " cannot start commands: " + failed.getMessage() + "\n";
        renew(job, Optional.of(JobOutput.whole(reason)));
    }

    void timedOut(LeasedJob job) {
        LOG.warn(
                "agent={} job={} timed_out timeout_ms={}",
                name,
                job.jobId(),
                job.timeout().toMillis());
    }

    /** Sends a result until a leader accepts or refuses it, or until there is no more time. */
    void report(LeasedJob job, ExecutionEnd.Finished result, BooleanSupplier hasTime) throws InterruptedException {
        sendUntilAnswered(job.jobId(), "/v1/results", job.result(result), "result", hasTime);
    }

    /** Gives a lease back until a leader accepts or refuses that, or until there is no more time. */
    void giveBack(LeasedJob job, BooleanSupplier hasTime) throws InterruptedException {
        LOG.info("agent={} job={} lease_given_back job_epoch={}", name, job.jobId(), job.jobEpoch());
        sendUntilAnswered(job.jobId(), path(job, "release"), Map.of("job_epoch", job.jobEpoch()), "release", hasTime);
    }

    /** Reports to the leader that this agent has stopped, so that it leases nothing to a request that was waiting. */
    void leave(BooleanSupplier hasTime) throws InterruptedException {
        sendUntilAnswered("-", "/v1/agents/" + name + "/leave", Map.of(), "leave", hasTime);
    }

    private void sendUntilAnswered(String job, String path, Map<String, ?> body, String what, BooleanSupplier hasTime)
            throws InterruptedException {
        while (hasTime.getAsBoolean()) {
            try {
                ControllerReply reply = client.write("POST", path, body, Map.of(), Duration.ofSeconds(1));
                if (reply.isOk()) {
                    return;
                }
                LOG.warn(
                        "agent={} job={} {}_refused status={} error={}",
                        name,
                        job,
                        what,
                        reply.status(),
                        reply.error());
                if (isFinal(reply)) {
                    return;
                }
                TimeUnit.SECONDS.sleep(1);
            } catch (BatonException unreachable) {
                LOG.debug("agent={} job={} {}_waits cause={}", name, job, what, unreachable.getMessage());
            }
        }
    }

    /** A fault of the server, a token that is being replaced or too many requests are no answer. */
    static boolean isFinal(ControllerReply reply) {
        return FINAL_STATUS.contains(reply.status());
    }
}
