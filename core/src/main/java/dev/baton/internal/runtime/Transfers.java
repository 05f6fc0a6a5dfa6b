package dev.baton.internal.runtime;

import dev.baton.CandidateState;
import dev.baton.ConnectionException;
import dev.baton.InstanceStatus;
import dev.baton.TransferOutcome;
import dev.baton.internal.machine.Input;
import dev.baton.spi.Backend;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands leadership of one election to a named candidate that is on the roster and well. */
final class Transfers {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long PATIENCE_SECONDS = 5;

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

    /** Asks that the target lead: by yielding to it when this candidate leads, else by a control frame. */
    TransferOutcome request(String target) {
        List<InstanceStatus> present =
                await(services.backend(), services.backend().roster().list(election), election);
        if (present.stream().noneMatch(frame -> frame.instanceId().equals(target))) {
            return TransferOutcome.UNKNOWN_TARGET;
        }
        TransferRequest frame =
                new TransferRequest(election, target, UUID.randomUUID().toString());
        CandidateDriver candidate = driver;
        if (candidate == null || candidate.candidacy().state() != CandidateState.LEADER) {
            send(frame);
        } else if (isFit(present, target)) {
            summon(frame);
            handOver(candidate, target);
        } else {
            notFollowed(target);
        }
        return TransferOutcome.SENT;
    }

    private void send(TransferRequest frame) {
        await(services.backend(), services.backend().roster().send(frame), election);
    }

    /** One that has yielded a moment ago lets others go first until it is asked by name. */
    private void summon(TransferRequest frame) {
        ownRequest = frame.requestId();
        try {
            send(frame);
        } catch (ConnectionException notSent) {
            LOG.debug("{} was not asked to lead {}; the release names it too", frame.instanceId(), election, notSent);
        }
    }

    /** Somebody asks that another than this candidate lead: yields if that one is there and well. */
    void yieldTo(TransferRequest request) {
        CandidateDriver candidate = driver;
        if (candidate == null || request.requestId().equals(ownRequest)) {
            return;
        }
        String target = request.instanceId();
        services.backend().roster().list(election).whenComplete((present, failure) -> {
            if (present != null && isFit(present, target)) {
                handOver(candidate, target);
            } else {
                notFollowed(target);
            }
        });
    }

    private static boolean isFit(List<InstanceStatus> present, String target) {
        return present.stream().anyMatch(frame -> frame.instanceId().equals(target) && frame.healthy());
    }

    private void notFollowed(String target) {
        LOG.info("a request that {} lead {} was not followed: it is not here, or not well", target, election);
    }

    private static void handOver(CandidateDriver candidate, String target) {
        if (!candidate.isInstance(target)) {
            candidate.feed(at -> new Input.TransferRequested(at, target));
        }
    }

    /** Waits for an answer of the roster; off the loop, so that nothing else has to. */
    static <T> T await(Backend backend, CompletionStage<T> stage, String election) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            Throwable cause =
                    failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
            throw new ConnectionException(
                    backend.describe() + " could not be asked about " + election + ": " + cause.getMessage(), cause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ConnectionException("interrupted while asking " + backend.describe() + " about " + election);
        }
    }
}
