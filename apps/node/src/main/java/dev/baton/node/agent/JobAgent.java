package dev.baton.node.agent;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.ClockReading;
import dev.baton.node.agent.CommandLauncher.Running;
import dev.baton.node.agent.LeasedJob.Ended;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leases jobs that are commands, one at a time, runs them and reports, until it is stopped. */
public final class JobAgent {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LATE = Duration.ofSeconds(5);

    /** What a shell's {@code timeout} answers for a command that took too long. */
    private static final int TIMED_OUT = 124;

    private static final int CANNOT_RUN = 126;

    private final AgentSettings settings;
    private final ControllerClient client;
    private final CommandLauncher commands;
    private volatile boolean stopped;
    private boolean alone;
    private volatile @Nullable Running running;
    private volatile @Nullable Thread worker;

    public JobAgent(AgentSettings settings, ControllerClient client, CommandLauncher commands) {
        this.settings = settings;
        this.client = client;
        this.commands = commands;
    }

    /** Works until {@link #stop}. */
    public void run() {
        worker = Thread.currentThread();
        while (!stopped) {
            try {
                Optional<LeasedJob> job = lease();
                if (job.isPresent() && !stopped) {
                    work(job.get());
                }
            } catch (InterruptedException over) {
                if (!stopped) {
                    LOG.warn("agent={} interrupted", settings.name());
                }
            } catch (BatonException nobody) {
                alone(nobody);
            } catch (RuntimeException defect) {
                LOG.error("agent={} a job failed in an unforeseen way", settings.name(), defect);
            }
        }
    }

    /** Said once in a row: whoever runs an agent has to learn why it does nothing, and not every five seconds. */
    private void alone(BatonException nobody) {
        if (!alone) {
            alone = true;
            LOG.warn("agent={} no_leader cause={}", settings.name(), nobody.getMessage());
        }
    }

    /** Ends its command, reports nothing, and leases no more; returns when nothing of the command is left. */
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
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("agent_name", settings.name());
        body.put("wait_s", seconds(settings.poll()));
        body.put("ttl_s", seconds(settings.ttl()));
        body.put("commands_only", true);
        ClockReading asked = BatonClock.system().now();
        ControllerReply reply =
                client.writeSlowly("/v1/leases", body, settings.poll().plus(LATE), PATIENCE);
        alone = false;
        if (reply.status() == 200) {
            return Optional.of(LeasedJob.from(reply, settings.name(), settings.ttl(), asked));
        }
        if (reply.status() != 204) {
            LOG.warn("agent={} no_lease status={} error={}", settings.name(), reply.status(), reply.error());
            TimeUnit.SECONDS.sleep(1);
        }
        return Optional.empty();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private void work(LeasedJob job) throws InterruptedException {
        // The lease counts from before it was asked for, and that may be a long wait ago.
        boolean waited =
                job.right().remaining().compareTo(settings.ttl().multipliedBy(5).dividedBy(6)) < 0;
        if (waited && !renew(job, Optional.empty())) {
            return;
        }
        OutputTail tail = new OutputTail();
        Ended ended;
        try {
            Running command = commands.start(job.command(), job.right(), environment(job));
            running = command;
            if (stopped) {
                command.stop();
                return;
            }
            Thread reader = tail.follow(command.output());
            Optional<Integer> code = await(job, command, tail);
            reader.join(TimeUnit.SECONDS.toMillis(1));
            if (code.isEmpty()) {
                return;
            }
            ended = new Ended(code.get(), tail.text());
        } catch (IOException cannot) {
            ended = new Ended(CANNOT_RUN, String.valueOf(cannot.getMessage()));
        } finally {
            running = null;
        }
        if (!stopped) {
            report(job, ended);
        }
    }

    private Map<String, String> environment(LeasedJob job) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("BATON_JOB_ID", job.jobId());
        environment.put("BATON_JOB_NAME", job.name());
        environment.put("BATON_JOB_EPOCH", Long.toString(job.jobEpoch()));
        job.payload()
                .map(Json::write)
                .filter(text -> text.length() <= 100_000)
                .ifPresent(text -> environment.put("BATON_JOB_PAYLOAD", text));
        return environment;
    }

    /** Waits for its end and keeps the lease meanwhile; empty when the lease was lost or the agent is stopped. */
    private Optional<Integer> await(LeasedJob job, Running command, OutputTail tail) throws InterruptedException {
        CompletableFuture<Integer> exit = CompletableFuture.supplyAsync(() -> ended(command), task -> {
            Thread thread = new Thread(task, "agent-command");
            thread.setDaemon(true);
            thread.start();
        });
        long started = System.nanoTime();
        Duration renewInterval = settings.ttl().dividedBy(3);
        while (true) {
            Duration left = job.timeout().minusNanos(System.nanoTime() - started);
            Duration pause = left.compareTo(renewInterval) < 0 ? left : renewInterval;
            try {
                int code = exit.get(Math.max(1, pause.toNanos()), TimeUnit.NANOSECONDS);
                return stopped ? Optional.empty() : Optional.of(code);
            } catch (java.util.concurrent.TimeoutException still) {
                if (left.compareTo(pause) <= 0) {
                    command.stop();
                    LOG.warn(
                            "agent={} job={} timed_out timeout_ms={}",
                            settings.name(),
                            job.jobId(),
                            job.timeout().toMillis());
                    return Optional.of(TIMED_OUT);
                }
                if (!renew(job, Optional.of(tail.text()))) {
                    command.stop();
                    return Optional.empty();
                }
            } catch (java.util.concurrent.ExecutionException failed) {
                throw new IllegalStateException(failed.getCause());
            }
        }
    }

    private static int ended(Running command) {
        try {
            return command.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** False when the lease is gone. While no leader answers it goes on, until the lease runs out by itself. */
    private boolean renew(LeasedJob job, Optional<String> output) throws InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("job_epoch", job.jobEpoch());
        output.filter(text -> !text.isEmpty()).ifPresent(text -> body.put("output", text));
        ClockReading asked = BatonClock.system().now();
        try {
            ControllerReply reply = client.write(
                    "POST",
                    "/v1/leases/" + job.leaseId() + "/renew",
                    body,
                    Map.of(),
                    settings.ttl().dividedBy(3));
            if (reply.isOk()) {
                job.right().renewed(asked);
                return true;
            }
            if (reply.status() == 409 || reply.status() == 404) {
                LOG.info("agent={} job={} lease_lost job_epoch={}", settings.name(), job.jobId(), job.jobEpoch());
                job.right().end();
                return false;
            }
        } catch (BatonException nobody) {
            LOG.debug("agent={} no_leader cause={}", settings.name(), nobody.getMessage());
        }
        return job.right().isValid();
    }

    /** Reports until a leader has taken the result, or says that it counts no more. */
    private void report(LeasedJob job, Ended ended) throws InterruptedException {
        while (!stopped) {
            try {
                ControllerReply reply = client.write("POST", "/v1/results", job.result(ended), Map.of(), PATIENCE);
                if (!reply.isOk()) {
                    LOG.warn(
                            "agent={} job={} result_refused status={} error={}",
                            settings.name(),
                            job.jobId(),
                            reply.status(),
                            reply.error());
                }
                return;
            } catch (BatonException nobody) {
                LOG.debug("agent={} job={} result_waits cause={}", settings.name(), job.jobId(), nobody.getMessage());
            }
        }
    }
}
