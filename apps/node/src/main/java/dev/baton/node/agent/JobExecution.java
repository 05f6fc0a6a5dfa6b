package dev.baton.node.agent;

import dev.baton.node.agent.CommandLauncher.Running;
import dev.baton.node.agent.ExecutionEnd.Finished;
import dev.baton.node.agent.ExecutionEnd.Interrupted;
import dev.baton.node.agent.ExecutionEnd.Lost;
import dev.baton.node.agent.ExecutionEnd.NotStarted;
import dev.baton.node.agent.LeaseRequests.Renewal;
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

/** One run of the command of a leased job. It renews the lease meanwhile. */
final class JobExecution {
    /** The exit code of the shell command {@code timeout}. */
    private static final int TIMED_OUT = 124;

    private final LeasedJob job;
    private final LeaseRequests requests;
    private final OutputTail tail = new OutputTail();
    private volatile boolean stopped;
    private boolean renewedLate;
    private @Nullable Running running;

    JobExecution(LeasedJob job, LeaseRequests requests) {
        this.job = job;
        this.requests = requests;
    }

    /** Runs the command and returns when all its processes have ended. */
    ExecutionEnd run(CommandLauncher launcher) throws InterruptedException {
        // The lease counts from before the request, which may have waited long for a job.
        boolean old =
                job.lease().remaining().compareTo(job.ttl().multipliedBy(5).dividedBy(6)) < 0;
        if (old) {
            switch (requests.renew(job, Optional.empty())) {
                case HELD -> {}
                case ENDED -> {
                    return new Lost();
                }
                case OUT_OF_TIME -> {
                    return new Interrupted();
                }
            }
        }
        try (PayloadFile payload = PayloadFile.of(job.payload())) {
            Running command;
            synchronized (this) {
                if (stopped) {
                    return new Interrupted();
                }
                command = launcher.start(job.command(), job.lease(), environment(payload));
                running = command;
            }
            Thread reader = tail.follow(command.output());
            ExecutionEnd end = await(command);
            reader.join(TimeUnit.SECONDS.toMillis(1));
            return end instanceof Finished finished ? new Finished(finished.exitCode(), tail.soFar()) : end;
        } catch (IOException failed) {
            // A fault of this agent, not of the job.
            requests.cannotStart(job, failed);
            return new NotStarted();
        }
    }

    private Map<String, String> environment(PayloadFile payload) {
        Map<String, String> environment = new LinkedHashMap<>(payload.environment());
        environment.put("BATON_JOB_ID", job.jobId());
        environment.put("BATON_JOB_NAME", job.name());
        environment.put("BATON_JOB_EPOCH", Long.toString(job.jobEpoch()));
        return environment;
    }

    /** Ends the command. Returns when it has ended. A command that is being started is ended too. */
    void stop() throws InterruptedException {
        Running command;
        synchronized (this) {
            stopped = true;
            command = running;
        }
        if (command != null) {
            command.stop();
        }
    }

    private ExecutionEnd await(Running command) throws InterruptedException {
        CompletableFuture<CommandEnd> exit =
                CompletableFuture.supplyAsync(() -> endOf(command), task -> NamedThreads.start("agent-command", task));
        long started = System.nanoTime();
        Duration renewInterval = job.ttl().dividedBy(3);
        while (true) {
            Duration left = job.timeout().minusNanos(System.nanoTime() - started);
            Duration pause = left.compareTo(renewInterval) < 0 ? left : renewInterval;
            try {
                return ended(exit.get(Math.max(1, pause.toNanos()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException stillRunning) {
                if (left.compareTo(pause) <= 0) {
                    command.stop();
                    return timedOut(exit.join());
                }
                switch (renew()) {
                    case HELD -> {}
                    case ENDED -> {
                        command.stop();
                        return new Lost();
                    }
                    case OUT_OF_TIME -> {
                        command.stop();
                        return ended(exit.join());
                    }
                }
            } catch (ExecutionException failed) {
                throw new IllegalStateException(failed.getCause());
            }
        }
    }

    /** Remembers whether the response came so late that the watchdog may have ended the command before it. */
    private Renewal renew() throws InterruptedException {
        Duration before = job.lease().remaining();
        long sent = System.nanoTime();
        Renewal renewal = requests.renew(job, Optional.of(tail.soFar()));
        renewedLate = isTooShort(before.minusNanos(System.nanoTime() - sent));
        return renewal;
    }

    private static CommandEnd endOf(Running command) {
        try {
            return command.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private ExecutionEnd ended(CommandEnd end) {
        if (end instanceof CommandEnd.Exited exited) {
            return new Finished(exited.code(), tail.soFar());
        }
        return isInterrupted() ? new Interrupted() : new Lost();
    }

    private ExecutionEnd timedOut(CommandEnd end) {
        if (end instanceof CommandEnd.Stopped && !isInterrupted()) {
            requests.timedOut(job);
            return new Finished(TIMED_OUT, tail.soFar());
        }
        return ended(end);
    }

    /** Returns whether this agent or its watchdog has ended the command. */
    private boolean isInterrupted() {
        return stopped || renewedLate || isTooShort(job.lease().remaining());
    }

    /** Two renewals have failed. The watchdog ends a command only later than that. */
    private boolean isTooShort(Duration remaining) {
        return remaining.compareTo(job.ttl().dividedBy(3)) < 0;
    }
}
