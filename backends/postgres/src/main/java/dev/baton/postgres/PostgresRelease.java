package dev.baton.postgres;

import dev.baton.EndReason;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a hold by choice: the row is marked and everybody told, in one transaction; then the lock is
 * freed, in this order, so that a reservation is there before anybody can take the lock. Only a row that
 * still has our epoch is touched. Where nobody is in the way, the lock session does all of it in one round
 * trip; else the control session waits for its turn, which must not keep the lock session from renewing.
 */
final class PostgresRelease {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final PostgresBackend backend;
    private final PostgresContender contender;
    private final @Nullable HeldLock hold;

    /** Of a hold that is known to lead. */
    PostgresRelease(PostgresBackend backend, HeldLock hold) {
        this.backend = backend;
        this.contender = hold.contender();
        this.hold = hold;
    }

    /** Of whatever the contender holds. */
    PostgresRelease(PostgresBackend backend, PostgresContender contender) {
        this.backend = backend;
        this.contender = contender;
        this.hold = null;
    }

    CompletableFuture<ReleaseOutcome> release(ReleaseRequest departure) {
        HeldLock held = hold;
        if (held == null) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        ReleaseMark mark = new ReleaseMark(held, departure);
        return backend.lock().askNext(session -> atOnce(session, held, mark)).thenCompose(answer -> {
            if (answer.isEmpty()) {
                return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
            }
            return answer.get()
                    .<CompletableFuture<ReleaseOutcome>>map(CompletableFuture::completedFuture)
                    .orElseGet(() -> inTurn(held, mark));
        });
    }

    private Optional<ReleaseOutcome> atOnce(LockSession session, HeldLock held, ReleaseMark mark) throws SQLException {
        if (!backend.holds().of(contender.election()).equals(Optional.of(held))) {
            return Optional.of(new ReleaseOutcome.NotOurs());
        }
        try {
            if (!session.surrender(mark)) {
                return Optional.empty();
            }
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            LOG.debug("election={} the release could not be marked at once", contender.election(), failed);
            return Optional.empty();
        }
        backend.holds().remove(contender.election(), held);
        return Optional.of(new ReleaseOutcome.Released());
    }

    private CompletableFuture<ReleaseOutcome> inTurn(HeldLock held, ReleaseMark mark) {
        return backend.control()
                .once(mark::on)
                .exceptionally(failed -> {
                    LOG.info(
                            "election={} the release could not be marked; the lock is freed all the same: {}",
                            contender.election(),
                            SqlErrors.unwrapped(failed).getMessage());
                    return true;
                })
                .thenCompose(marked -> backend.lock().askNext(session -> unlock(session, held, marked)))
                .thenApply(answer -> answer.orElseGet(ReleaseOutcome.NotOurs::new));
    }

    /** Frees the lock, first of all; then marks it, so that nobody waits for a reign that is over. */
    CompletableFuture<Void> drop() {
        return backend.lock()
                .askNext(session -> {
                    Optional<HeldLock> held = ours();
                    if (held.isPresent()) {
                        unlock(session, held.get(), true);
                    }
                    return held.filter(gone -> gone.epoch() > 0);
                })
                .thenAccept(gone -> gone.flatMap(held -> held)
                        .ifPresent(held -> backend.control().once(gone(held)::on)));
    }

    /** Marks an epoch that was raised for nobody, and frees the lock if it is still held for it. */
    static void drop(PostgresBackend backend, HeldLock raised) {
        new PostgresRelease(backend, raised.contender()).drop();
        backend.control().once(gone(raised)::on);
    }

    private static ReleaseMark gone(HeldLock held) {
        return new ReleaseMark(held, ReleaseRequest.of(EndReason.SESSION_CLOSED));
    }

    private Optional<HeldLock> ours() {
        return backend.holds().of(contender.election()).filter(held -> held.contender() == contender);
    }

    private ReleaseOutcome unlock(LockSession session, HeldLock held, boolean marked) throws SQLException {
        if (!backend.holds().remove(contender.election(), held)) {
            return new ReleaseOutcome.NotOurs();
        }
        if (!session.unlock(held.keys())) {
            throw LockSession.notHeld();
        }
        return marked ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs();
    }
}
