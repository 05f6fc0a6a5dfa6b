package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;
import org.postgresql.PGConnection;

/**
 * The session that holds all election locks of this process, and its liveness lock, for which standbys wait. It does
 * nothing else: it never listens, and every statement is its own transaction. Used by one thread only.
 *
 * @param livenessKey the random key of the liveness lock, unique to this session
 */
record LockSession(Connection connection, ServerFacts facts, long livenessKey) {
    private static final int REHEARSED_RAISES = 50;
    private static final int REHEARSALS = 4;

    /** The result of a lock request: whether the lock was granted, and the row as it was just before. */
    record LockResult(boolean granted, Optional<EpochRow> row) {}

    void takeLivenessLock() throws SQLException {
        if (!SqlQuery.of(connection, "SELECT pg_try_advisory_lock(?)", livenessKey)
                .isTrue()) {
            throw new SQLException("the liveness lock is already taken", "08P01");
        }
    }

    /**
     * Requests locks that this session does not hold, in one round trip, and returns the results in order. A lock is not
     * requested if another candidate has a reservation.
     */
    List<LockResult> tryLocks(List<PostgresContender> candidates) throws SQLException {
        EpochRaises.Columns<PostgresContender> columns = new EpochRaises.Columns<>(connection, candidates);
        Array key1 = columns.of("int4", candidate -> candidate.keys().key1());
        Array key2 = columns.of("int4", candidate -> candidate.keys().key2());
        Array instanceId = columns.of("text", PostgresContender::instanceId);
        LockResult[] results = new LockResult[candidates.size()];
        try {
            SqlQuery.of(connection, EpochTable.TRY_LOCKS, key1, key2, instanceId)
                    .all(row -> results[row.getInt(2) - 1] = new LockResult(row.getBoolean(1), EpochRow.read(row, 3)));
            return List.of(results);
        } catch (SQLException failed) {
            if (!SqlErrors.endsSession(failed)) {
                // The server keeps the locks that it granted before the statement failed.
                SqlQuery.of(connection, EpochTable.UNLOCK_ALL, key1, key2).all(row -> true);
            }
            throw failed;
        }
    }

    Optional<EpochRow> row(AdvisoryKeys keys) throws SQLException {
        return SqlQuery.of(connection, EpochTable.ROW, keys.key1(), keys.key2())
                .first(row -> EpochRow.read(row, 1))
                .flatMap(row -> row);
    }

    /** Checks that this session is alive, and reads the rows of the elections, in one round trip. */
    Map<String, EpochRow> verify(Collection<String> elections) throws SQLException {
        Map<String, EpochRow> rows = new HashMap<>();
        List<Integer> pids = SqlQuery.of(
                        connection, EpochTable.ROWS_AND_PID, connection.createArrayOf("text", elections.toArray()))
                .all(row -> {
                    EpochRow.read(row, 2).ifPresent(read -> rows.put(read.election(), read));
                    return row.getInt(1);
                });
        requireProcess(facts.pid(), pids);
        return rows;
    }

    /** Refuses responses of a server process other than the session's own. */
    static void requireProcess(int own, List<Integer> pids) throws SQLException {
        for (int pid : pids) {
            if (pid != own) {
                throw new SQLException(
                        "this session moved from server process " + own + " to " + pid + ": " + PoolerProbe.ADVICE,
                        "08P01");
            }
        }
    }

    /**
     * Frees a lock.
     *
     * @throws SQLException if this session did not hold it, which means that the session is not ours alone
     */
    void unlock(AdvisoryKeys keys) throws SQLException {
        if (!SqlQuery.of(connection, "SELECT pg_advisory_unlock(?, ?)", keys.key1(), keys.key2())
                .isTrue()) {
            throw notHeld();
        }
    }

    /** Raises epochs from the session that holds the locks, without waiting, which also proves that it is alive. */
    List<Optional<Long>> raise(List<EpochRaise> raises) throws SQLException {
        return EpochRaises.immediately(connection, raises, facts.pid());
    }

    /** Runs the statements of a takeover without effect, so that client and server have prepared them. */
    void rehearse() throws SQLException {
        long count = Math.min(REHEARSED_RAISES, facts.lockBudget() / 4);
        List<EpochRaise> raises = LongStream.range(0, count)
                .mapToObj(number -> EpochRaise.rehearsal("(rehearsal " + number + ")"))
                .toList();
        tryLocks(List.of());
        for (int i = 0; i < REHEARSALS; i++) {
            raise(raises);
        }
    }

    /** Returns the failure of a request for which there was no session any more. */
    static CompletionException ended() {
        return new CompletionException(new SQLException("the lock session has ended", "08006"));
    }

    static SQLException notHeld() {
        return new SQLException("the session did not hold a lock that it had taken: other clients use it too", "08P01");
    }

    /** Reads messages that the server sent on its own, for example that it ended this session. Returns whether it can. */
    boolean readMessages() throws SQLException {
        return connection.isWrapperFor(PGConnection.class)
                && connection.unwrap(PGConnection.class).getNotifications(1) != null;
    }
}
