package dev.baton.console.watch;

import dev.baton.LeaderInfo;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import java.time.Duration;
import java.util.Optional;

/**
 * A transfer that was requested through the console, and what is known about it.
 *
 * @param requester the network address that requested it
 * @param start when it was requested, in nanoseconds of the console's monotonic clock
 * @param changed when it reached its stage, by the same clock
 * @param reason why the leader continues to lead; empty unless it refused
 */
public record RequestedTransfer(
        ElectionKey key,
        String requestId,
        String target,
        String requester,
        long start,
        TransferStage stage,
        long changed,
        String reason) {

    /** How long the console waits for the outcome. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    /** Creates one that is about to be sent. */
    public RequestedTransfer(ElectionKey key, String requestId, String target, String requester, long start) {
        this(key, requestId, target, requester, start, TransferStage.REQUESTED, start, "");
    }

    /**
     * Returns this transfer as it is according to the store.
     *
     * @param leader the present leader
     * @param answer the leader's answer, if there is one
     */
    RequestedTransfer next(Optional<LeaderInfo> leader, Optional<TransferResult> answer, long now) {
        if (stage.isEnd()) {
            return this;
        }
        if (leader.filter(present -> present.instanceId().equals(target)).isPresent()) {
            return to(TransferStage.DONE, now, "");
        }
        if (answer.filter(result -> result.decision() != TransferDecision.ACCEPTED)
                .isPresent()) {
            return to(TransferStage.REFUSED, now, PlainLine.of(answer.get().reason()));
        }
        boolean accepted = stage == TransferStage.ACCEPTED || answer.isPresent();
        if (isOverdue(now)) {
            return to(accepted ? TransferStage.NOT_ACQUIRED : TransferStage.UNANSWERED, now, "");
        }
        return accepted && stage == TransferStage.REQUESTED ? to(TransferStage.ACCEPTED, now, "") : this;
    }

    /** Returns whether the time for the outcome is over. */
    boolean isOverdue(long now) {
        return now - start >= LIMIT.toNanos();
    }

    /** Returns the time from the request to this stage. */
    public Duration length() {
        return Duration.ofNanos(changed - start);
    }

    private RequestedTransfer to(TransferStage next, long now, String why) {
        return new RequestedTransfer(key, requestId, target, requester, start, next, now, why);
    }
}
