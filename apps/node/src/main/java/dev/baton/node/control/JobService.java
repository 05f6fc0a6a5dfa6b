package dev.baton.node.control;

import dev.baton.node.control.Controller.Admission;
import dev.baton.node.control.Controller.Pen;
import dev.baton.node.database.IdempotencyKey;
import dev.baton.node.database.LeaseReceipt;
import dev.baton.node.database.SubmissionResult;
import dev.baton.node.database.TermWriter;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutcome;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What clients and agents ask of a leader, each under the term they believe in. */
public final class JobService {
    /** How often it is noted that an agent which gets no work is still there. */
    private static final Duration NOTE_EVERY = Duration.ofSeconds(10);

    private final Controller controller;
    private final Map<String, Long> noted = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public JobService(Controller controller) {
        this.controller = controller;
        controller.onChange(noted::clear);
    }

    public WriteResult<SubmissionResult> submit(JobSpec order, Optional<IdempotencyKey> key, Optional<Long> believed) {
        Pen pen = controller.admit(Admission.LEADING, believed);
        WriteResult<SubmissionResult> made = controller.write(pen, writer -> writer.submit(order, key));
        if (made.value() instanceof SubmissionResult.Accepted accepted && accepted.isNew()) {
            controller.queued(accepted.job());
        }
        return made;
    }

    /** How an agent asks for work. */
    public record Request(String agent, Duration patience, Duration ttl, boolean commandsOnly) {}

    /** Gives a job to an agent, waiting for one if need be; empty when none came in time. */
    public Optional<WriteResult<TermWriter.Grant>> lease(Request request, Optional<Long> believed)
            throws InterruptedException {
        long until = controller.clock().nanos() + request.patience().toNanos();
        WaitingAgents waiters = controller.waiters(request.commandsOnly());
        while (true) {
            long seen = waiters.jobs();
            Pen pen = controller.admit(Admission.LEADING, believed);
            if (controller.ledger().anyQueued(request.commandsOnly())) {
                WriteResult<Optional<TermWriter.Grant>> written = controller.write(
                        pen, writer -> writer.grant(request.agent(), request.ttl(), request.commandsOnly()));
                if (written.value().isPresent()) {
                    TermWriter.Grant grant = written.value().get();
                    controller.leases().keep(grant.lease(), controller.clock().nanos());
                    noted.put(request.agent(), controller.clock().nanos());
                    return Optional.of(new WriteResult<>(grant, written.leaderEpoch()));
                }
            }
            note(pen, request.agent());
            Duration left = Duration.ofNanos(until - controller.clock().nanos());
            if (closed || left.isNegative() || left.isZero() || !waiters.await(seen, left)) {
                controller.admit(Admission.LEADING, believed);
                return Optional.empty();
            }
        }
    }

    private void note(Pen pen, String agent) {
        long now = controller.clock().nanos();
        Long last = noted.get(agent);
        if (last == null || now - last > NOTE_EVERY.toNanos()) {
            noted.put(agent, now);
            controller.write(pen, writer -> {
                writer.seen(agent);
                return true;
            });
        }
    }

    public WriteResult<TermWriter.Renewal> renew(
            String leaseId, long jobEpoch, Optional<String> output, Optional<Long> believed) {
        Pen pen = controller.admit(Admission.DRAINING_TOO, believed);
        WriteResult<TermWriter.Renewal> renewal =
                controller.write(pen, writer -> writer.renew(leaseId, jobEpoch, output, pen.draining()));
        renewal.value()
                .lease()
                .ifPresent(lease ->
                        controller.leases().keep(lease, controller.clock().nanos()));
        return renewal;
    }

    public WriteResult<LeaseReceipt> finish(JobOutcome outcome, Optional<Long> believed) {
        Pen pen = controller.admit(Admission.DRAINING_TOO, believed);
        WriteResult<LeaseReceipt> receipt = controller.write(pen, writer -> writer.finish(outcome, pen.draining()));
        if (receipt.value() instanceof LeaseReceipt.Taken taken) {
            controller.leases().forget(outcome.leaseId());
            if (taken.job().state() == JobState.QUEUED) {
                controller.queued(taken.job());
            }
        }
        return receipt;
    }

    /** Calls a job off; what was written is empty when there is no such job. */
    public WriteResult<Optional<Job>> cancel(String jobId, Optional<Long> believed) {
        Pen pen = controller.admit(Admission.LEADING, believed);
        return controller.write(pen, writer -> writer.cancel(jobId));
    }

    /** Deletes an agent and queues its jobs; what was written is empty when there is no such agent. */
    public WriteResult<Optional<List<Job>>> deleteAgent(String agent, Optional<Long> believed) {
        Pen pen = controller.admit(Admission.LEADING, believed);
        WriteResult<Optional<List<Job>>> deleted = controller.write(pen, writer -> writer.delete(agent));
        deleted.value().ifPresent(this::woken);
        return deleted;
    }

    /** An agent is known to be gone since before this term; its jobs need not wait until its leases run out. */
    public void revoke(String agent) {
        if (!controller.foundLeaseOf(agent)) {
            return;
        }
        Pen pen = controller.admit(Admission.DRAINING_TOO, Optional.empty());
        woken(controller.write(pen, writer -> writer.revoke(agent)).value());
    }

    /** Lets nobody wait any more. */
    public void close() {
        closed = true;
        controller.wakeAll();
    }

    private void woken(List<Job> queued) {
        queued.forEach(controller::queued);
    }
}
