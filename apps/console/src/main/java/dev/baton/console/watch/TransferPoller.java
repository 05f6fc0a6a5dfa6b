package dev.baton.console.watch;

import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.TransferOutcome;
import dev.baton.TransferResult;
import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests transfers in one store and finds their outcomes: the store pushes that the target leads, and the leader's status
 * has its answer.
 */
final class TransferPoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final Duration INTERVAL = Duration.ofMillis(200);

    private final ObservedStore store;
    private final Map<String, RequestedTransfer> pending = new ConcurrentHashMap<>();
    private final ScheduledExecutorService executor;

    TransferPoller(ObservedStore store) {
        this.store = store;
        this.executor = NamedThreads.scheduler("console-transfers-" + store.id());
    }

    /** Sends the request of a transfer. If it was sent, its outcome follows on the board and in the event log. */
    TransferOutcome request(RequestedTransfer transfer) {
        String id = transfer.requestId();
        pending.put(id, transfer);
        boolean sent = false;
        try {
            TransferOutcome outcome = election(transfer).transferTo(transfer.target(), id);
            sent = outcome == TransferOutcome.SENT;
            return outcome;
        } finally {
            if (sent) {
                LOG.info(
                        "election={} instance_id={} transfer requested by {}",
                        transfer.key().election(),
                        transfer.target(),
                        transfer.requester());
                store.board().log("asked", transfer.key(), transfer.target(), 0, transfer.requester());
                store.board().setTransfer(transfer);
                checkLater(id, Duration.ZERO);
            } else {
                pending.remove(id);
            }
        }
    }

    /** Notes that an election has a new leader. */
    void leaderChanged(ElectionKey key, Optional<LeaderInfo> leader) {
        long now = store.clock().nanos();
        pending.replaceAll(
                (id, transfer) -> transfer.key().equals(key) ? transfer.next(leader, Optional.empty(), now) : transfer);
        pending.values().stream().filter(transfer -> transfer.key().equals(key)).forEach(store.board()::updateTransfer);
    }

    private void checkLater(String id, Duration delay) {
        try {
            executor.schedule(
                    LastingLoop.periodic("the check of a transfer", () -> check(id)),
                    delay.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("transfer {} is no longer followed: the console is closing", id);
        }
    }

    private void check(String id) {
        RequestedTransfer before = pending.get(id);
        if (before == null) {
            return;
        }
        RequestedTransfer now = before.stage().isEnd() ? before : read(before);
        store.board().updateTransfer(now);
        if (now.stage().isEnd()) {
            pending.remove(id);
            logEnd(now);
        } else {
            checkLater(id, INTERVAL);
        }
    }

    /** Reads the answer, and at the end of the time also the leader: the board may not know it yet after a pause. */
    private RequestedTransfer read(RequestedTransfer transfer) {
        Optional<LeaderInfo> leader = store.board().leader(transfer.key());
        Optional<TransferResult> answer = Optional.empty();
        try {
            answer = election(transfer).transferResult(transfer.requestId());
            if (transfer.isOverdue(store.clock().nanos())) {
                leader = election(transfer).leader();
            }
        } catch (BatonException unreachable) {
            LOG.debug("could not read the answer to transfer {}", transfer.requestId(), unreachable);
        }
        Optional<LeaderInfo> present = leader;
        Optional<TransferResult> result = answer;
        RequestedTransfer next = pending.computeIfPresent(
                transfer.requestId(),
                (id, latest) -> latest.next(present, result, store.clock().nanos()));
        return next == null ? transfer : next;
    }

    private void logEnd(RequestedTransfer transfer) {
        String detail = switch (transfer.stage()) {
            case REFUSED -> transfer.reason();
            case UNANSWERED, NOT_ACQUIRED -> RequestedTransfer.LIMIT.toMillis() + " ms";
            default -> transfer.length().toMillis() + " ms";
        };
        LOG.info(
                "election={} instance_id={} transfer {}: {}",
                transfer.key().election(),
                transfer.target(),
                transfer.stage().code(),
                detail);
        store.board().log("transfer_" + transfer.stage().code(), transfer.key(), transfer.target(), 0, detail);
    }

    private Election election(RequestedTransfer transfer) {
        return store.baton().election(transfer.key().election());
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
