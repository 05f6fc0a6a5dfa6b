package dev.baton.postgres;

import dev.baton.EndReason;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The release of a claim: marks the row and notifies the standbys in one transaction, then frees the lock. In this order
 * a reservation is recorded before another candidate can take the lock. Only a row that still has our epoch is changed.
 *
 * <p>If no fenced transaction is open, the lock session does all of it in one round trip. Otherwise the control session
 * waits for the guard, because the lock session must be free for renewals.
 */
final class PostgresRelease {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final PostgresBackend backend;
    private final HeldLock held;
    private final ReleaseMark mark;

    PostgresRelease(PostgresBackend backend, HeldLock held, ReleaseRequest request) {
        this.backend = backend;
        this.held = held;
        this.mark = new ReleaseMark(held, request);
    }

    CompletableFuture<ReleaseOutcome> run() {
        return backend.lock().submitFirst(this::releaseImmediately).thenCompose(result -> {
            if (result.isEmpty()) {
                return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
            }
            return result.get()
                    .<CompletableFuture<ReleaseOutcome>>map(CompletableFuture::completedFuture)
                    .orElseGet(this::releaseQueued);
        });
    }

    private Optional<ReleaseOutcome> releaseImmediately(LockSession session) throws SQLException {
        if (!backend.heldLocks().find(held.contender().election()).equals(Optional.of(held))) {
            return Optional.of(new ReleaseOutcome.NotOurs());
        }
        try {
            if (!session.release(mark)) {
                return Optional.empty();
            }
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            LOG.debug(
                    "election={} could not mark the release immediately",
                    held.contender().election(),
                    failed);
            return Optional.empty();
        }
        backend.heldLocks().remove(held);
        return Optional.of(new ReleaseOutcome.Released());
    }

    private CompletableFuture<ReleaseOutcome> releaseQueued() {
        return backend.control()
                .submitOnce(mark::writeQueued)
                .exceptionally(failed -> {
                    LOG.info(
                            "election={} could not mark the release: {}; the lock is freed anyway",
                            held.contender().election(),
                            SqlErrors.unwrapped(failed).getMessage());
                    return true;
                })
                .thenCompose(marked -> backend.lock().submitFirst(session -> unlock(backend, session, held) && marked))
                .thenApply(released ->
                        released.orElse(false) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs());
    }

    /** Frees the lock that the candidate holds, if any, and then marks the row. */
    static CompletableFuture<Void> abandon(PostgresBackend backend, PostgresContender contender) {
        return backend.lock()
                .submitFirst(session -> {
                    Optional<HeldLock> found = backend.heldLocks().find(contender);
                    if (found.isPresent()) {
                        unlock(backend, session, found.get());
                    }
                    return found.filter(freed -> freed.epoch() > 0);
                })
                .thenAccept(freed -> freed.flatMap(found -> found).ifPresent(found -> markClosed(backend, found)));
    }

    /** Frees the lock, if it is still held, and marks an epoch that was raised but never used. */
    static void abandon(PostgresBackend backend, HeldLock raised) {
        abandon(backend, raised.contender());
        markClosed(backend, raised);
    }

    private static void markClosed(PostgresBackend backend, HeldLock freed) {
        ReleaseMark mark = new ReleaseMark(freed, ReleaseRequest.of(EndReason.SESSION_CLOSED));
        backend.control().submitOnce(mark::writeQueued);
    }

    private static boolean unlock(PostgresBackend backend, LockSession session, HeldLock held) throws SQLException {
        boolean removed = backend.heldLocks().remove(held);
        if (removed) {
            session.unlock(held.keys());
        }
        return removed;
    }
}
