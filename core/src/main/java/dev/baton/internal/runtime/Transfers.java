package dev.baton.internal.runtime;

import dev.baton.CandidateState;
import dev.baton.ConnectionException;
import dev.baton.InstanceStatus;
import dev.baton.TransferDecision;
import dev.baton.TransferOutcome;
import dev.baton.TransferResult;
import dev.baton.internal.machine.ApplicationInput;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transfers the leadership of one election to a named instance that is on the roster and healthy. */
final class Transfers {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Longer than a candidate of another process takes from its start until it is on the roster. */
    private static final Duration ROSTER_DELAY = Duration.ofSeconds(1);

    private static final String ABSENT = " is not on the roster";
    private static final String UNHEALTHY = " is unhealthy";
    private static final String UNREAD = " may have candidates of other programs in front: the queue could not be read";

    private final SharedServices services;
    private final String election;
    private volatile @Nullable CandidateDriver driver;
    private volatile String ownRequest = "";

    Transfers(SharedServices services, String election) {
        this.services = services;
        this.election = election;
    }

    void attach(CandidateDriver attached) {
        driver = attached;
    }

    /** Requests a transfer: if this candidate leads, it steps down itself, otherwise the request goes to the roster. */
    TransferOutcome request(String target, String requestId) {
        Optional<InstanceStatus> status = find(
                target, services.request(backend -> backend.roster().list(election), "read the roster of " + election));
        if (status.isEmpty()) {
            return TransferOutcome.UNKNOWN_TARGET;
        }
        TransferRequest request = new TransferRequest(election, target, requestId);
        CandidateDriver candidate = driver;
        if (candidate == null || candidate.candidacy().state() != CandidateState.LEADER) {
            send(request);
        } else if (status.get().healthy()) {
            Optional<String> obstacle = services.request(
                    backend -> backend.transferObstacle(election, target), "read the queue of " + election);
            if (obstacle.isEmpty()) {
                notifyTarget(request);
            }
            stepDownFor(request, candidate, obstacle);
        } else {
            refuse(request, candidate, UNHEALTHY);
        }
        return TransferOutcome.SENT;
    }

    /** Handles a request of another process to transfer the leadership of this candidate to its target. */
    void yieldTo(TransferRequest request) {
        CandidateDriver candidate = driver;
        if (candidate != null && !request.requestId().equals(ownRequest)) {
            yieldTo(request, candidate, true);
        }
    }

    private void yieldTo(TransferRequest request, CandidateDriver candidate, boolean mayAppear) {
        services.backend().roster().list(election).whenComplete((listed, failure) -> {
            Optional<InstanceStatus> status = find(request.instanceId(), listed == null ? List.of() : listed);
            if (status.filter(InstanceStatus::healthy).isPresent()) {
                stepDownUnlessBlocked(request, candidate);
            } else if (status.isEmpty() && mayAppear) {
                services.environment().after(ROSTER_DELAY, () -> yieldTo(request, candidate, false));
            } else {
                refuse(request, candidate, status.isEmpty() ? ABSENT : UNHEALTHY);
            }
        });
    }

    /** Finds the target. Candidates of this connection are known before the roster has them. */
    private Optional<InstanceStatus> find(String target, List<InstanceStatus> listed) {
        return services.roster()
                .local(election, target)
                .or(() -> listed.stream()
                        .filter(status -> status.instanceId().equals(target))
                        .findFirst());
    }

    private void send(TransferRequest request) {
        services.request(backend -> backend.roster().send(request), "send a transfer request for " + election);
    }

    /** Notifies the target so that it tries at once, even if it currently lets others go first after a step-down. */
    private void notifyTarget(TransferRequest request) {
        ownRequest = request.requestId();
        try {
            send(request);
        } catch (ConnectionException notSent) {
            LOG.debug(
                    "could not notify {} of the transfer of {}; the release names it too",
                    request.instanceId(),
                    election,
                    notSent);
        }
    }

    private void stepDownUnlessBlocked(TransferRequest request, CandidateDriver candidate) {
        services.backend().transferObstacle(election, request.instanceId()).whenComplete((obstacle, failure) -> {
            if (failure == null) {
                stepDownFor(request, candidate, obstacle);
            } else {
                refuse(request, candidate, UNREAD);
            }
        });
    }

    private void stepDownFor(TransferRequest request, CandidateDriver candidate, Optional<String> obstacle) {
        if (candidate.isInstance(election, request.instanceId())) {
            return;
        }
        if (obstacle.isPresent()) {
            LOG.info("transfer of {} to {} ignored: {}", election, request.instanceId(), obstacle.get());
            answer(
                    request,
                    candidate,
                    TransferDecision.BLOCKED,
                    request.instanceId() + " cannot lead next: " + obstacle.get());
        } else {
            answer(request, candidate, TransferDecision.ACCEPTED, "");
            candidate.submit(at -> new ApplicationInput.TransferRequested(at, request.instanceId()));
        }
    }

    private void refuse(TransferRequest request, CandidateDriver candidate, String reason) {
        LOG.info("transfer of {} to {} ignored: target absent or unhealthy", election, request.instanceId());
        answer(request, candidate, TransferDecision.REFUSED, request.instanceId() + reason);
    }

    /** The answer is part of the leader's own status, which every store carries. */
    private void answer(TransferRequest request, CandidateDriver candidate, TransferDecision decision, String reason) {
        candidate.publishNote(StatusJson.write(new TransferResult(election, request.requestId(), decision, reason)));
    }
}
