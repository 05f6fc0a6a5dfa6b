package dev.baton.node.control;

import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.JobFilter;
import dev.baton.node.database.LeaseReceipt;
import dev.baton.node.database.Submission;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobOutput;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.Labels;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The operations of clients and agents on a leader. Each may name the leader_epoch that the caller expects. */
public final class JobService {
    /**
     * A request of an agent for work.
     *
     * @param maxWait the maximum time to wait for a job
     * @param ttl the validity of the lease without a renewal
     * @param filter the jobs that the agent can run
     */
    public record LeaseRequest(String agent, Duration maxWait, Duration ttl, JobFilter filter) {}

    private static final int MAX_FILTERS = 1_000;

    private final Controller controller;
    private final AgentDepartures departures = new AgentDepartures();
    private volatile boolean closed;

    /** The kinds of agents that got a job at the last attempt: probably there is another one, so nothing is read before. */
    private final Set<JobFilter> lastFound = ConcurrentHashMap.newKeySet();

    public JobService(Controller controller) {
        this.controller = controller;
    }

    /** Queues a job; empty if the key was used for another request. */
    public WriteResult<Optional<Submission>> submit(
            JobSpec spec, Optional<IdempotencyKey> key, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_ONLY, expectedEpoch);
        WriteResult<Optional<Submission>> written = controller.write(permit, writer -> writer.submit(spec, key));
        written.value()
                .filter(Submission::isNew)
                .ifPresent(submission -> controller.jobSignals().changed(submission.job()));
        return written;
    }

    /** Leases a job to an agent and waits for one if necessary; empty if there was none in time. */
    public Optional<WriteResult<TermWriter.Grant>> lease(LeaseRequest request, Optional<Long> expectedEpoch)
            throws InterruptedException {
        long until = controller.clock().nanos() + request.maxWait().toNanos();
        long departure = departures.of(request.agent());
        WaitingAgents waiting = controller.jobSignals().waiting(request.filter().commandsOnly());
        boolean seen = false;
        while (true) {
            long signals = waiting.signals();
            WritePermit permit = controller.admit(Admission.LEADER_ONLY, expectedEpoch);
            if (lastFound.contains(request.filter()) || controller.database().anyQueued(request.filter())) {
                WriteResult<Optional<TermWriter.Grant>> written = controller.write(
                        permit, writer -> writer.grant(request.agent(), request.ttl(), request.filter()));
                recordFound(request.filter(), written.value().isPresent());
                if (written.value().isPresent()) {
                    TermWriter.Grant grant = written.value().get();
                    if (departures.of(request.agent()) != departure) {
                        JobLease lease = grant.lease();
                        giveBack(lease.id(), lease.jobEpoch(), Optional.empty());
                        return Optional.empty();
                    }
                    controller.startTimer(grant.lease());
                    controller
                            .contacts()
                            .recorded(request.agent(), request.filter().labels());
                    return Optional.of(new WriteResult<>(grant, written.leaderEpoch()));
                }
            }
            if (departures.of(request.agent()) != departure) {
                return Optional.empty();
            }
            if (!seen) {
                seen = true;
                recordSeen(permit, request);
            }
            Duration left = Duration.ofNanos(until - controller.clock().nanos());
            if (closed || left.isNegative() || left.isZero() || !waiting.await(signals, left)) {
                controller.admit(Admission.LEADER_ONLY, expectedEpoch);
                return Optional.empty();
            }
        }
    }

    private void recordFound(JobFilter filter, boolean found) {
        if (!found) {
            lastFound.remove(filter);
        } else if (lastFound.size() < MAX_FILTERS) {
            lastFound.add(filter);
        }
    }

    private void recordSeen(WritePermit permit, LeaseRequest request) {
        Labels labels = request.filter().labels();
        if (!controller.contacts().add(request.agent(), labels)) {
            controller.write(permit, writer -> writer.recordSeen(request.agent(), labels));
            controller.contacts().recorded(request.agent(), labels);
        }
    }

    /** Renews a lease and stores the output so far. */
    public WriteResult<LeaseReceipt> renew(
            String leaseId, long jobEpoch, Optional<JobOutput> output, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, expectedEpoch);
        return controller.write(permit, writer -> writer.renew(leaseId, jobEpoch, output, controller::startTimer));
    }

    /** Gives back a lease; its job is queued for the next agent. */
    public WriteResult<LeaseReceipt> giveBack(String leaseId, long jobEpoch, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, expectedEpoch);
        WriteResult<LeaseReceipt> receipt = controller.write(permit, writer -> writer.giveBack(leaseId, jobEpoch));
        if (receipt.value().verdict() == LeaseReceipt.Verdict.ACCEPTED) {
            controller.leaseTimers().remove(leaseId);
            receipt.value().job().ifPresent(controller.jobSignals()::changed);
        }
        return receipt;
    }

    /** Commits the result of a job. */
    public WriteResult<LeaseReceipt> finish(JobOutcome outcome, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, expectedEpoch);
        WriteResult<LeaseReceipt> receipt = controller.write(permit, writer -> writer.finish(outcome));
        if (receipt.value().verdict() == LeaseReceipt.Verdict.ACCEPTED) {
            controller.leaseTimers().remove(outcome.leaseId());
            receipt.value().job().ifPresent(controller.jobSignals()::changed);
        }
        return receipt;
    }

    /** Cancels a job; empty if there is no such job. */
    public WriteResult<Optional<Job>> cancel(String jobId, Optional<Long> expectedEpoch) {
        return controller.write(controller.admit(Admission.LEADER_ONLY, expectedEpoch), writer -> writer.cancel(jobId));
    }

    /** Queues a failed or dead job again; empty if there is no such job. */
    public WriteResult<Optional<Job>> retry(String jobId, Optional<Long> expectedEpoch) {
        WriteResult<Optional<Job>> retried =
                controller.write(controller.admit(Admission.LEADER_ONLY, expectedEpoch), writer -> writer.retry(jobId));
        retried.value().ifPresent(controller.jobSignals()::changed);
        return retried;
    }

    /** Deletes a job if it has ended, and returns it; empty if there is no such job. */
    public WriteResult<Optional<Job>> delete(String jobId, Optional<Long> expectedEpoch) {
        return controller.write(controller.admit(Admission.LEADER_ONLY, expectedEpoch), writer -> writer.delete(jobId));
    }

    /** Deletes an agent and queues its jobs; empty if there is no such agent. */
    public WriteResult<Optional<List<Job>>> deleteAgent(String agent, Optional<Long> expectedEpoch) {
        WriteResult<Optional<List<Job>>> deleted = controller.write(
                controller.admit(Admission.LEADER_ONLY, expectedEpoch), writer -> writer.deleteAgent(agent));
        controller.contacts().forget(agent);
        deleted.value().ifPresent(jobs -> jobs.forEach(controller.jobSignals()::changed));
        return deleted;
    }

    /** Records that an agent has stopped: ends its waiting requests and gives its leases back. */
    public WriteResult<List<Job>> leave(String agent, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, expectedEpoch);
        // First, so that a waiting request that gets a job meanwhile gives it back.
        departures.add(agent);
        controller.contacts().forget(agent);
        controller.jobSignals().notifyAllAgents();
        WriteResult<List<Job>> left = controller.write(permit, writer -> writer.leave(agent));
        left.value().forEach(controller.jobSignals()::changed);
        return left;
    }

    /** Gives back the inherited leases of an agent that ended before this term: its jobs need not wait for expiry. */
    public void giveBackAll(String agent) {
        if (controller.hasInheritedLeaseOf(agent)) {
            WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, Optional.empty());
            controller
                    .write(permit, writer -> writer.giveBackAll(agent))
                    .value()
                    .forEach(controller.jobSignals()::changed);
        }
    }

    /** Ends all waiting lease requests without a job. */
    public void close() {
        closed = true;
        controller.jobSignals().notifyAllAgents();
    }
}
