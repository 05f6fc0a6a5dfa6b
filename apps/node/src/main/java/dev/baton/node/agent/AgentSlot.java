package dev.baton.node.agent;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the places of an agent: leases jobs one after the other, runs them, and reports results. */
final class AgentSlot implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String name;
    private final LeaseRequests requests;
    private final CommandLauncher launcher;
    private final StartBackoff backoff = new StartBackoff();
    private @Nullable Thread polling;
    private @Nullable JobExecution execution;
    private boolean stopped;
    private boolean finishing;
    private volatile long lastRequest = Long.MAX_VALUE;

    AgentSlot(String name, LeaseRequests requests, CommandLauncher launcher) {
        this.name = name;
        this.requests = requests;
        this.launcher = launcher;
    }

    @Override
    public void run() {
        while (startPolling()) {
            try {
                TimeUnit.NANOSECONDS.sleep(backoff.pause().toNanos());
                Optional<LeasedJob> job = requests.lease();
                stopPolling();
                if (job.isPresent()) {
                    work(job.get());
                }
            } catch (InterruptedException interrupted) {
                if (!isEnding()) {
                    LOG.warn("agent={} interrupted", name);
                }
            } catch (RuntimeException defect) {
                LOG.error("agent={} a job failed unexpectedly", name, defect);
            }
        }
    }

    private synchronized boolean startPolling() {
        polling = Thread.currentThread();
        return !stopped && !finishing;
    }

    private synchronized void stopPolling() {
        polling = null;
        // The interrupt of a stop was meant for the request, which is done.
        if (stopped || finishing) {
            Thread.interrupted();
        }
    }

    private synchronized boolean isStopped() {
        return stopped;
    }

    private synchronized boolean isEnding() {
        return stopped || finishing;
    }

    /** Only the last requests are limited: without a leader, an agent that is not stopped waits for one. */
    private boolean hasTime() {
        return !isStopped() || System.nanoTime() - lastRequest < 0;
    }

    private void work(LeasedJob job) throws InterruptedException {
        JobExecution started = new JobExecution(job, requests);
        if (!begin(started)) {
            requests.giveBack(job, this::hasTime);
            return;
        }
        ExecutionEnd end = started.run(launcher);
        if (end instanceof ExecutionEnd.Finished finished) {
            requests.report(job, finished, this::hasTime);
        } else if (end instanceof ExecutionEnd.Interrupted || end instanceof ExecutionEnd.NotStarted) {
            requests.giveBack(job, this::hasTime);
        }
        if (end instanceof ExecutionEnd.NotStarted) {
            backoff.failed();
        } else {
            backoff.started();
        }
    }

    private synchronized boolean begin(JobExecution next) {
        execution = next;
        return !stopped;
    }

    /** Leases no more jobs. The command goes on. */
    synchronized void finish() {
        finishing = true;
        if (polling != null) {
            polling.interrupt();
        }
    }

    /**
     * Ends the command and leases no more jobs. Returns when the command has ended.
     *
     * @param giveBack how long the last result or the return of the lease may take after that
     */
    void stop(Duration giveBack) throws InterruptedException {
        JobExecution current;
        synchronized (this) {
            stopped = true;
            lastRequest = System.nanoTime() + Duration.ofDays(1).toNanos();
            current = execution;
            if (polling != null) {
                polling.interrupt();
            }
        }
        if (current != null) {
            current.stop();
        }
        lastRequest = System.nanoTime() + giveBack.toNanos();
    }
}
