package dev.baton.postgres;

import dev.baton.EndReason;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The release of a claim: marks the row and notifies the standbys in one transaction, then frees the lock. In this order
 * a reservation is recorded before another candidate can take the lock. Only a row that still has our epoch is changed.
 *
 * <p>If no fenced transaction is open, the lock session does all of it in one round trip. Otherwise the control session
 * waits for the guard, because the lock session must be free for renewals. Overlapping transactions that are fenced by the
 * epoch could hold the row forever. So the mark queues for their guard, where later transactions wait behind it, and holds
 * it only until the mark is written.
 *
 * @param held the lock of the tenure
 */
record PostgresRelease(PostgresBackend backend, HeldLock held, ReleaseRequest request) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private static final Optional<ReleaseOutcome> NOT_OURS = Optional.of(new ReleaseOutcome.NotOurs());

    private static final Duration RESERVATION = Duration.ofSeconds(2);

    CompletableFuture<ReleaseOutcome> run() {
        return backend.lock()
                .submitFirst(this::releaseImmediately)
                .thenCompose(result -> result.orElse(NOT_OURS)
                        .map(CompletableFuture::completedFuture)
                        .orElseGet(this::releaseQueued));
    }

    private Optional<ReleaseOutcome> releaseImmediately(LockSession session) throws SQLException {
        if (!backend.heldLocks().isHeld(held)) {
            return NOT_OURS;
        }
        try {
            if (!writeAndUnlock(session.connection())) {
                return Optional.empty();
            }
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            LOG.debug("election={} could not mark the release immediately", held.election(), failed);
            return Optional.empty();
        }
        backend.heldLocks().remove(held);
        return Optional.of(new ReleaseOutcome.Released());
    }

    private CompletableFuture<ReleaseOutcome> releaseQueued() {
        return backend.control()
                .submit(this::writeQueued)
                .exceptionally(failed -> {
                    LOG.info(
                            "election={} could not mark the release: {}; the lock is freed anyway",
                            held.election(),
                            SqlErrors.unwrapped(failed).getMessage());
                    return true;
                })
                .thenCompose(marked -> backend.lock().submitFirst(session -> unlock(session, marked)))
                .thenApply(released ->
                        released.orElse(false) ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs());
    }

    /** @param marked false if the row no longer has our epoch: a successor has raised it, or it went back */
    private boolean unlock(LockSession session, boolean marked) throws SQLException {
        if (!marked) {
            backend.knownEpochs().restoreBeforeUnlock(session.connection(), held.election(), null);
        }
        return backend.heldLocks().unlock(held, session) && marked;
    }

    /**
     * Frees what the candidate's attempts before this withdrawal hold, and then marks the row. The hold of a later
     * attempt stays.
     *
     * @param attempt the number of the withdrawal
     */
    static CompletableFuture<Void> withdraw(PostgresBackend backend, PostgresContender contender, long attempt) {
        return backend.lock()
                .submitFirst(session -> {
                    Optional<HeldLock> found =
                            backend.heldLocks().find(contender).filter(held -> held.attempt() < attempt);
                    if (found.isPresent()) {
                        free(backend, found.get(), session);
                    }
                    return found.filter(freed -> freed.epoch() > 0);
                })
                .thenAccept(freed -> freed.flatMap(found -> found).ifPresent(found -> markClosed(backend, found)));
    }

    /** Frees this hold, if it exists, and marks an epoch that was raised but never used. */
    static CompletableFuture<Void> abandon(PostgresBackend backend, HeldLock held) {
        CompletableFuture<Void> freed = backend.lock()
                .submitFirst(session -> free(backend, held, session))
                .thenAccept(done -> {});
        if (held.epoch() > 0) {
            markClosed(backend, held);
        }
        return freed;
    }

    /** Frees the hold. A candidate that leads with it learns so before another one can. */
    private static boolean free(PostgresBackend backend, HeldLock held, LockSession session) throws SQLException {
        backend.heldLocks()
                .find(held.election())
                .filter(current -> current.id() == held.id() && current.epoch() > 0)
                .ifPresent(current ->
                        current.contender().settings().signals().claimGone(current.epoch(), EndReason.SESSION_CLOSED));
        return backend.heldLocks().unlock(held, session);
    }

    private static void markClosed(PostgresBackend backend, HeldLock freed) {
        ReleaseRequest closed = ReleaseRequest.of(EndReason.SESSION_CLOSED);
        backend.control().submit(new PostgresRelease(backend, freed, closed)::writeQueued);
    }

    /**
     * Writes the mark, on a session other than the lock session. Waits for the guard, up to the session's lock timeout.
     * Returns false if the row no longer has our epoch.
     */
    boolean writeQueued(Connection connection) throws SQLException {
        try {
            return isWritten(connection, EpochTable.RELEASE_QUEUED, AdvisoryKeys.guardOf(held.election()));
        } catch (SQLException failed) {
            if (!SqlErrors.state(failed).equals(SqlErrors.LOCK_NOT_AVAILABLE)) {
                throw failed;
            }
        }
        // A frozen transaction holds the guard. Write the mark without it, unless the transaction also holds the row.
        if (!isWritten(connection, EpochTable.RELEASE_UNGUARDED, held.election())) {
            throw new SQLException(
                    "a transaction fenced by epoch " + held.epoch() + " holds its row", SqlErrors.LOCK_NOT_AVAILABLE);
        }
        return true;
    }

    private boolean isWritten(Connection connection, String sql, Object condition) throws SQLException {
        return SqlQuery.of(connection, sql, parameters(List.of(condition), List.of()))
                .hasRow();
    }

    /** Returns the parameters of the mark between others. */
    private Object[] parameters(List<Object> before, List<Object> after) {
        List<Object> mark = List.of(
                request.successor().orElse(""),
                RESERVATION.toMillis(),
                held.election(),
                held.epoch(),
                held.livenessKey(),
                request.reason().code(),
                held.election(),
                NotifyChannel.released(held.election(), held.epoch()));
        return Stream.of(before, mark, after).flatMap(List::stream).toArray();
    }

    /**
     * Writes the mark and frees the lock, in one round trip of the lock session. Returns false, with nothing changed, if
     * that would have to wait.
     */
    boolean writeAndUnlock(Connection connection) throws SQLException {
        Object[] parameters = parameters(
                List.of(AdvisoryKeys.guardOf(held.election()), held.election()),
                List.of(held.keys().key1(), held.keys().key2(), held.epoch(), held.livenessKey()));
        try (PreparedStatement statement = connection.prepareStatement(EpochTable.RELEASE_WITH_LOCK)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return isUnlocked(statement);
        } catch (SQLException failed) {
            if (!SqlErrors.endsSession(failed)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("ROLLBACK");
                }
            }
            throw failed;
        }
    }

    /** Runs the statements and returns the last result, which is that of the unlock. */
    private static boolean isUnlocked(PreparedStatement statement) throws SQLException {
        boolean rows = statement.execute();
        boolean marked = false;
        boolean unlocked = false;
        while (rows || statement.getUpdateCount() >= 0) {
            if (rows) {
                try (ResultSet row = statement.getResultSet()) {
                    marked = row.next();
                    unlocked = marked && row.getBoolean(1);
                }
            }
            rows = statement.getMoreResults();
        }
        if (marked && !unlocked) {
            throw LockSession.notHeld();
        }
        return unlocked;
    }
}
