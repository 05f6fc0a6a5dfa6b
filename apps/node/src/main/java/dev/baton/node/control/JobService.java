package dev.baton.node.control;

import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.LeaseReceipt;
import dev.baton.node.database.Submission;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The operations of clients and agents on a leader. Each may name the leader_epoch that the caller expects. */
public final class JobService {
    /** How often the database records that an agent without work is present. */
    private static final Duration SEEN_INTERVAL = Duration.ofSeconds(10);

    /**
     * A request of an agent for work.
     *
     * @param maxWait the maximum time to wait for a job
     * @param ttl the validity of the lease without a renewal
     * @param commandsOnly whether only jobs with a command are leased
     */
    public record LeaseRequest(String agent, Duration maxWait, Duration ttl, boolean commandsOnly) {}

    private final Controller controller;
    private final Map<String, Long> lastSeen = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public JobService(Controller controller) {
        this.controller = controller;
        controller.onRoleChange(lastSeen::clear);
    }

    /** Queues a job; empty if the key was used for another request. */
    public WriteResult<Optional<Submission>> submit(
            JobSpec spec, Optional<IdempotencyKey> key, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_ONLY, expectedEpoch);
        WriteResult<Optional<Submission>> written = controller.write(permit, writer -> writer.submit(spec, key));
        written.value().filter(Submission::isNew).ifPresent(submission -> controller.notifyIfQueued(submission.job()));
        return written;
    }

    /** Leases a job to an agent and waits for one if necessary; empty if there was none in time. */
    public Optional<WriteResult<TermWriter.Grant>> lease(LeaseRequest request, Optional<Long> expectedEpoch)
            throws InterruptedException {
        long until = controller.clock().nanos() + request.maxWait().toNanos();
        WaitingAgents waiting = controller.waitingAgents(request.commandsOnly());
        while (true) {
            long signals = waiting.signals();
            WritePermit permit = controller.admit(Admission.LEADER_ONLY, expectedEpoch);
            if (controller.database().anyQueued(request.commandsOnly())) {
                WriteResult<Optional<TermWriter.Grant>> written = controller.write(
                        permit, writer -> writer.grant(request.agent(), request.ttl(), request.commandsOnly()));
                if (written.value().isPresent()) {
                    TermWriter.Grant grant = written.value().get();
                    controller.startTimer(grant.lease());
                    lastSeen.put(request.agent(), controller.clock().nanos());
                    return Optional.of(new WriteResult<>(grant, written.leaderEpoch()));
                }
            }
            recordSeen(permit, request.agent());
            Duration left = Duration.ofNanos(until - controller.clock().nanos());
            if (closed || left.isNegative() || left.isZero() || !waiting.await(signals, left)) {
                controller.admit(Admission.LEADER_ONLY, expectedEpoch);
                return Optional.empty();
            }
        }
    }

    private void recordSeen(WritePermit permit, String agent) {
        long now = controller.clock().nanos();
        Long last = lastSeen.get(agent);
        if (last == null || now - last > SEEN_INTERVAL.toNanos()) {
            lastSeen.put(agent, now);
            controller.write(permit, writer -> writer.recordSeen(agent));
        }
    }

    /** Renews a lease and stores the output so far. */
    public WriteResult<LeaseReceipt> renew(
            String leaseId, long jobEpoch, Optional<String> output, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, expectedEpoch);
        WriteResult<LeaseReceipt> receipt =
                controller.write(permit, writer -> writer.renew(leaseId, jobEpoch, output, permit.draining()));
        receipt.value().lease().ifPresent(controller::startTimer);
        return receipt;
    }

    /** Commits the result of a job. */
    public WriteResult<LeaseReceipt> finish(JobOutcome outcome, Optional<Long> expectedEpoch) {
        WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, expectedEpoch);
        WriteResult<LeaseReceipt> receipt =
                controller.write(permit, writer -> writer.finish(outcome, permit.draining()));
        if (receipt.value().verdict() == LeaseReceipt.Verdict.ACCEPTED) {
            controller.leaseTimers().remove(outcome.leaseId());
            receipt.value().job().ifPresent(controller::notifyIfQueued);
        }
        return receipt;
    }

    /** Cancels a job; empty if there is no such job. */
    public WriteResult<Optional<Job>> cancel(String jobId, Optional<Long> expectedEpoch) {
        return controller.write(controller.admit(Admission.LEADER_ONLY, expectedEpoch), writer -> writer.cancel(jobId));
    }

    /** Deletes an agent and queues its jobs; empty if there is no such agent. */
    public WriteResult<Optional<List<Job>>> deleteAgent(String agent, Optional<Long> expectedEpoch) {
        WriteResult<Optional<List<Job>>> deleted = controller.write(
                controller.admit(Admission.LEADER_ONLY, expectedEpoch), writer -> writer.deleteAgent(agent));
        deleted.value().ifPresent(jobs -> jobs.forEach(controller::notifyIfQueued));
        return deleted;
    }

    /** Ends the inherited leases of an agent that ended before this term, so that its jobs need not wait for expiry. */
    public void revoke(String agent) {
        if (controller.hasInheritedLeaseOf(agent)) {
            WritePermit permit = controller.admit(Admission.LEADER_OR_DRAINING, Optional.empty());
            controller.write(permit, writer -> writer.revoke(agent)).value().forEach(controller::notifyIfQueued);
        }
    }

    /** Ends all waiting lease requests without a job. */
    public void close() {
        closed = true;
        controller.notifyAllAgents();
    }
}
