package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.batch.RequestBatch;
import dev.baton.support.batch.RequestBatch.Pending;
import dev.baton.support.sql.SqlQuery;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Epoch raises. Many raises share one statement and one transaction, whose cost hardly grows with their number. On the
 * control session those that must wait, or fail, are repeated one by one.
 *
 * <p>Each raise takes its election's guard exclusively first. So it commits only when no transaction fenced by an older
 * epoch can still commit. It changes the row only if the row is as it was when the lock was taken. It advances the
 * sequence of raises, by which a fence knows that epochs are unchanged without reading them.
 */
final class EpochRaises {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int ANY_PID = 0;

    /** Stands for the epoch of a row that must not exist. */
    private static final long NO_ROW = -1;

    private static final String TERMINATE = "SELECT l.pid, pg_terminate_backend(l.pid) FROM pg_locks l"
            + " JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted"
            + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.classid::bigint = ((?::bigint >> 32) & 4294967295) AND l.objid::bigint = (?::bigint & 4294967295)"
            + " AND l.pid <> pg_backend_pid() AND (? OR (a.state LIKE 'idle in transaction%'"
            + " AND a.state_change < clock_timestamp() - ? * interval '1 ms'))";

    private final RequestBatch<EpochRaise, Optional<Long>> batch;
    private final PreparedTransactions prepared = new PreparedTransactions();

    EpochRaises(ControlThread control) {
        batch = new RequestBatch<>(waiting -> control.submit(connection -> run(connection, waiting.taken())));
    }

    /** Raises an epoch on the control session. Returns the new epoch; empty if the row has changed. */
    CompletableFuture<Optional<Long>> add(EpochRaise raise) {
        return batch.add(raise);
    }

    private static boolean run(Connection connection, List<Pending<EpochRaise, Optional<Long>>> all)
            throws SQLException {
        return SqlErrors.completeAll(all, () -> {
            List<EpochRaise> raises = all.stream().map(Pending::request).toList();
            List<Optional<Long>> epochs =
                    raises.size() > 1 ? immediately(connection, raises, ANY_PID) : List.of(Optional.empty());
            for (int i = 0; i < all.size(); i++) {
                Optional<Long> epoch = epochs.get(i);
                EpochRaise raise = raises.get(i);
                SqlErrors.complete(
                        all.get(i).response(),
                        () -> Optional.of(epoch.isPresent() ? epoch : queued(connection, raise)));
            }
            return true;
        });
    }

    /**
     * Raises without waiting. Returns the new epochs in order; empty where a row has changed or a guard is taken, and for
     * all if the statement failed.
     *
     * @param pid the server process that the session must still have
     */
    static List<Optional<Long>> immediately(Connection connection, List<EpochRaise> raises, int pid)
            throws SQLException {
        try {
            return raise(connection, EpochTable.RAISE_IMMEDIATELY, raises, pid);
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            return Collections.nCopies(raises.size(), Optional.empty());
        }
    }

    /** Raises one epoch and waits for fenced transactions, up to the session's lock timeout. Empty if the row changed. */
    static Optional<Long> queued(Connection connection, EpochRaise raise) throws SQLException {
        try {
            return raise(connection, EpochTable.RAISE_QUEUED, List.of(raise), ANY_PID)
                    .get(0);
        } catch (SQLException failed) {
            if (SqlErrors.state(failed).equals(SqlErrors.UNIQUE_VIOLATION)) {
                throw new LockException(
                        "election " + raise.election() + " is recorded with keys other than ("
                                + raise.keys().key1() + ", " + raise.keys().key2()
                                + "): its candidates do not all have the same key1 and key2."
                                + " Give all of them the same keys, then delete its row from baton_epochs",
                        failed);
            }
            if (SqlErrors.state(failed).equals(SqlErrors.OUT_OF_RANGE)) {
                throw new LockException(
                        "election " + raise.election() + " has epoch " + highestEpoch(connection, raise)
                                + ", and there is none above it: no further tenure can begin. Epochs grow by one, so"
                                + " this one was written by hand. Use another election name, or lower the epoch in"
                                + " baton_epochs and baton_reigns, and in all that was fenced by it",
                        failed);
            }
            throw failed;
        }
    }

    private static long highestEpoch(Connection connection, EpochRaise raise) throws SQLException {
        long recorded = SqlQuery.of(connection, EpochTable.HIGHEST_EPOCH, raise.election(), raise.election())
                .first(row -> row.getLong(1))
                .orElse(0L);
        return Math.max(recorded, raise.floor());
    }

    private static List<Optional<Long>> raise(Connection connection, String sql, List<EpochRaise> raises, int pid)
            throws SQLException {
        Columns<EpochRaise> columns = new Columns<>(connection, raises);
        // By tenure: of two attempts for one election in one statement, only one has changed the row.
        Map<String, Long> epochs = new HashMap<>();
        List<Integer> pids = SqlQuery.of(
                        connection,
                        sql,
                        columns.of("int8", raise -> AdvisoryKeys.guardOf(raise.election())),
                        columns.of("int4", raise -> raise.keys().key1()),
                        columns.of("int4", raise -> raise.keys().key2()),
                        columns.of("text", EpochRaise::election),
                        columns.of("int8", EpochRaise::floor),
                        columns.of("text", EpochRaise::instanceId),
                        columns.of("int8", EpochRaise::livenessKey),
                        columns.of("text", EpochRaise::url),
                        columns.of("int8", EpochRaise::patienceMillis),
                        columns.of(
                                "int8",
                                raise -> raise.seen().map(EpochRow::epoch).orElse(NO_ROW)),
                        columns.of(
                                "int8",
                                raise -> raise.seen().map(EpochRow::livenessKey).orElse(0L)),
                        columns.of(
                                "bool",
                                raise -> raise.seen().map(EpochRow::released).orElse(false)),
                        columns.of(
                                "text",
                                raise -> raise.seen().flatMap(EpochRow::command).orElse(null)),
                        columns.of("text", EpochRaise::tenure))
                .all(row -> {
                    epochs.put(row.getString(1), row.getLong(2));
                    return row.getInt(3);
                });
        if (pid != ANY_PID) {
            LockSession.requireProcess(pid, pids);
        }
        return raises.stream()
                .map(raise -> Optional.ofNullable(epochs.get(raise.tenure())))
                .toList();
    }

    /**
     * Ends transactions that block a raise and have been idle for longer than the validity, because only a frozen or forgotten client leaves
     * one idle for so long; ends all of them once the patience is over. Logs those that it cannot end. Returns the number of
     * transactions that were ended.
     */
    int terminateBlockers(Connection connection, String election, Duration validity, boolean patienceOver)
            throws SQLException {
        prepared.logBlocking(connection, election);
        long guard = AdvisoryKeys.guardOf(election);
        List<Integer> pids;
        try {
            pids = SqlQuery.of(connection, TERMINATE, guard, guard, patienceOver, validity.toMillis())
                    .all(row -> row.getInt(1));
        } catch (SQLException failed) {
            if (!SqlErrors.state(failed).equals(SqlErrors.NO_PRIVILEGE)) {
                throw failed;
            }
            LOG.warn(
                    "election={} a transaction of another role, fenced by an older epoch, blocks the next leader, and"
                            + " this role may not end it. Run: {}",
                    election,
                    GuardedWriterRights.GRANT);
            return 0;
        }
        pids.forEach(pid -> LOG.warn(
                "election={} terminated server process {}: its transaction, fenced by an older epoch, blocked the next"
                        + " leader",
                election,
                pid));
        return pids.size();
    }

    /** The columns of a table that is passed to the server as one array for each column. */
    record Columns<T>(Connection connection, List<T> rows) {
        Array of(String type, Function<T, @Nullable Object> value) throws SQLException {
            return connection.createArrayOf(type, rows.stream().map(value).toArray());
        }
    }
}
