package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.ClockReading;
import dev.baton.node.agent.CommandLauncher.Running;
import dev.baton.node.agent.LeasedJob.CommandResult;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases jobs with a command, one at a time, runs them and reports the results, until it is stopped. */
public final class JobAgent {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration POLL_MARGIN = Duration.ofSeconds(5);
    private static final int LONGEST_PAYLOAD = 100_000;

    /** The exit code of the shell command {@code timeout}. */
    private static final int TIMED_OUT = 124;

    private static final int CANNOT_RUN = 126;

    private final AgentSettings settings;
    private final String name;
    private final ControllerClient client;
    private final CommandLauncher launcher;
    private volatile boolean stopped;
    private boolean leaderMissing;
    private volatile @Nullable Running running;
    private volatile @Nullable Thread worker;

    public JobAgent(AgentSettings settings, ControllerClient client, CommandLauncher launcher) {
        this.settings = settings;
        this.name = settings.name();
        this.client = client;
        this.launcher = launcher;
    }

    /** Works until {@link #stop}. */
    public void run() {
        worker = Thread.currentThread();
        while (!stopped) {
            try {
                Optional<LeasedJob> job = lease();
                if (job.isPresent() && !stopped) {
                    execute(job.get());
                }
            } catch (InterruptedException interrupted) {
                if (!stopped) {
                    LOG.warn("agent={} interrupted", name);
                }
            } catch (BatonException unreachable) {
                // Only the first of consecutive failures is logged.
                if (!leaderMissing) {
                    leaderMissing = true;
                    LOG.warn("agent={} no_leader cause={}", name, unreachable.getMessage());
                }
            } catch (RuntimeException defect) {
                LOG.error("agent={} a job failed unexpectedly", name, defect);
            }
        }
    }

    /** Ends the command without a report and leases no more jobs. Returns when the command has ended. */
    public void stop() throws InterruptedException {
        stopped = true;
        Running command = running;
        if (command != null) {
            command.stop();
        }
        Thread thread = worker;
        if (thread != null) {
            thread.interrupt();
        }
    }

    private Optional<LeasedJob> lease() throws InterruptedException {
        JsonObject body = new JsonObject()
                .with("agent_name", name)
                .with("wait_s", seconds(settings.poll()))
                .with("ttl_s", seconds(settings.ttl()))
                .with("commands_only", true);
        ClockReading requested = BatonClock.system().now();
        ControllerReply reply =
                client.writeSlowly("/v1/leases", body, settings.poll().plus(POLL_MARGIN), REQUEST_TIMEOUT);
        leaderMissing = false;
        if (reply.status() == 200) {
            return Optional.of(LeasedJob.from(reply, name, settings.ttl(), requested));
        }
        if (reply.status() != 204) {
            LOG.warn("agent={} no_lease status={} error={}", name, reply.status(), reply.error());
            TimeUnit.SECONDS.sleep(1);
        }
        return Optional.empty();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private void execute(LeasedJob job) throws InterruptedException {
        // The lease counts from before the request, which may have waited long for a job.
        boolean old =
                job.lease().remaining().compareTo(settings.ttl().multipliedBy(5).dividedBy(6)) < 0;
        if (old && !renew(job, "")) {
            return;
        }
        Optional<CommandResult> result = runCommand(job);
        if (result.isPresent() && !stopped) {
            report(job, result.get());
        }
    }

    /** Returns empty if the lease was lost or the agent was stopped. */
    private Optional<CommandResult> runCommand(LeasedJob job) throws InterruptedException {
        OutputTail tail = new OutputTail();
        try {
            Running command = launcher.start(job.command(), job.lease(), environment(job));
            running = command;
            if (stopped) {
                command.stop();
                return Optional.empty();
            }
            Thread reader = tail.follow(command.output());
            Optional<Integer> code = await(job, command, tail);
            reader.join(TimeUnit.SECONDS.toMillis(1));
            return code.map(exitCode -> new CommandResult(exitCode, tail.text()));
        } catch (IOException failed) {
            return Optional.of(new CommandResult(CANNOT_RUN, String.valueOf(failed.getMessage())));
        } finally {
            running = null;
        }
    }

    private static Map<String, String> environment(LeasedJob job) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("BATON_JOB_ID", job.jobId());
        environment.put("BATON_JOB_NAME", job.name());
        environment.put("BATON_JOB_EPOCH", Long.toString(job.jobEpoch()));
        job.payload()
                .map(Json::write)
                .filter(text -> text.length() <= LONGEST_PAYLOAD)
                .ifPresent(text -> environment.put("BATON_JOB_PAYLOAD", text));
        return environment;
    }

    /** Waits for the exit code and renews the lease meanwhile; empty if the lease was lost or the agent was stopped. */
    private Optional<Integer> await(LeasedJob job, Running command, OutputTail tail) throws InterruptedException {
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(
                () -> exitCode(command), task -> NamedThreads.start("agent-command", task));
        long started = System.nanoTime();
        Duration renewInterval = settings.ttl().dividedBy(3);
        while (true) {
            Duration left = job.timeout().minusNanos(System.nanoTime() - started);
            Duration pause = left.compareTo(renewInterval) < 0 ? left : renewInterval;
            try {
                int code = exit.get(Math.max(1, pause.toNanos()), TimeUnit.NANOSECONDS);
                return stopped ? Optional.empty() : Optional.of(code);
            } catch (TimeoutException stillRunning) {
                if (left.compareTo(pause) <= 0) {
                    command.stop();
                    long limit = job.timeout().toMillis();
                    LOG.warn("agent={} job={} timed_out timeout_ms={}", name, job.jobId(), limit);
                    return Optional.of(TIMED_OUT);
                }
                if (!renew(job, tail.text())) {
                    command.stop();
                    return Optional.empty();
                }
            } catch (ExecutionException failed) {
                throw new IllegalStateException(failed.getCause());
            }
        }
    }

    private static int exitCode(Running command) {
        try {
            return command.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns whether the agent may go on. While no leader answers, it may until the lease expires. */
    private boolean renew(LeasedJob job, String output) throws InterruptedException {
        JsonObject body = new JsonObject().with("job_epoch", job.jobEpoch());
        if (!output.isEmpty()) {
            body.put("output", output);
        }
        ClockReading requested = BatonClock.system().now();
        try {
            String path = "/v1/leases/" + job.leaseId() + "/renew";
            ControllerReply reply =
                    client.write("POST", path, body, Map.of(), settings.ttl().dividedBy(3));
            if (reply.isOk()) {
                job.lease().renew(requested.plus(settings.ttl()));
                return true;
            }
            if (reply.status() == 409 || reply.status() == 404) {
                LOG.info("agent={} job={} lease_lost job_epoch={}", name, job.jobId(), job.jobEpoch());
                job.lease().end();
                return false;
            }
        } catch (BatonException unreachable) {
            LOG.debug("agent={} no_leader cause={}", name, unreachable.getMessage());
        }
        return job.lease().isValid();
    }

    /** Reports until a leader accepts or refuses the result. */
    private void report(LeasedJob job, CommandResult result) throws InterruptedException {
        while (!stopped) {
            try {
                ControllerReply reply =
                        client.write("POST", "/v1/results", job.result(result), Map.of(), REQUEST_TIMEOUT);
                if (!reply.isOk()) {
                    LOG.warn(
                            "agent={} job={} result_refused status={} error={}",
                            name,
                            job.jobId(),
                            reply.status(),
                            reply.error());
                }
                return;
            } catch (BatonException unreachable) {
                LOG.debug("agent={} job={} result_waits cause={}", name, job.jobId(), unreachable.getMessage());
            }
        }
    }
}
