package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Raises epochs in one statement and one transaction, whose cost hardly grows with their number.
 *
 * <p>Each raise takes its election's guard exclusively first. So it commits only when no transaction fenced by an older
 * epoch can still commit. It changes the row only if the row is as it was when the lock was taken. It advances the
 * sequence of raises, by which a fence knows that epochs are unchanged without reading them.
 */
final class EpochRaiseStatement {
    private static final String REQUESTS = "WITH request AS MATERIALIZED (SELECT * FROM unnest(?::bigint[], ?::int[],"
            + " ?::int[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[],"
            + " ?::bigint[], ?::boolean[]) AS r (guard, key1, key2, election, floor, instance_id, process, url,"
            + " patience_ms, seen_epoch, seen_process, seen_released)),"
            + " guarded AS MATERIALIZED (SELECT r.*, greatest((SELECT max(t.epoch) FROM baton_reigns t"
            + " WHERE t.election = r.election), r.floor) + 1 AS next_epoch FROM request r";

    private static final String RAISE =
            " changed AS (UPDATE baton_epochs e SET epoch = greatest(e.epoch + 1, g.next_epoch),"
                    + " instance_id = g.instance_id, process = g.process, since = clock_timestamp(), url = g.url,"
                    + " patience_ms = g.patience_ms, released = false, reserved_for = NULL, reserved_until = NULL"
                    + " FROM guarded g WHERE e.key1 = g.key1 AND e.key2 = g.key2 AND e.election = g.election"
                    + " AND e.epoch = g.seen_epoch AND e.process = g.seen_process AND e.released = g.seen_released"
                    + " AND (e.reserved_for IS NULL OR e.reserved_for = g.instance_id"
                    + " OR e.reserved_until <= clock_timestamp())"
                    + " RETURNING e.election, e.epoch, e.since, e.instance_id, e.url),"
                    + " created AS (INSERT INTO baton_epochs (key1, key2, election, epoch, instance_id, process, since,"
                    + " url, patience_ms, released) SELECT g.key1, g.key2, g.election, g.next_epoch, g.instance_id,"
                    + " g.process, clock_timestamp(), g.url, g.patience_ms, false FROM guarded g"
                    + " WHERE g.seen_epoch = -1 ON CONFLICT ";

    private static final String RECORD = " DO NOTHING RETURNING election, epoch, since, instance_id, url),"
            + " raised AS (SELECT * FROM changed UNION ALL SELECT * FROM created),"
            + " closed AS (UPDATE baton_reigns t SET ended_at = clock_timestamp(), reason = 'session_closed'"
            + " FROM raised WHERE t.election = raised.election AND t.ended_at IS NULL"
            + " AND t.epoch < raised.epoch),"
            + " opened AS (INSERT INTO baton_reigns (election, epoch, instance_id, url, began_at)"
            + " SELECT election, epoch, instance_id, url, since FROM raised),"
            + " pruned AS (DELETE FROM baton_reigns t USING raised"
            + " WHERE t.election = raised.election AND t.epoch < raised.epoch - 10000)"
            + " SELECT election, epoch, pg_backend_pid(), nextval('baton_raises'), pg_notify('"
            + NotifyChannel.CHANNEL + "', 'began ' || election || ' ' || epoch) FROM raised";

    /** Leaves out elections whose guard is not free, and those that are recorded with other keys. */
    private static final String IMMEDIATE = REQUESTS + " WHERE pg_try_advisory_xact_lock(r.guard))," + RAISE + RECORD;

    /** Queues for the guard, and fails if the election is recorded with other keys. */
    private static final String QUEUED =
            REQUESTS + ", pg_advisory_xact_lock(r.guard))," + RAISE + "(key1, key2)" + RECORD;

    private final Connection connection;
    private final List<EpochRaise> raises;

    EpochRaiseStatement(Connection connection, List<EpochRaise> raises) {
        this.connection = connection;
        this.raises = raises;
    }

    private record Raised(String election, long epoch, int pid) {}

    /** Raises without waiting. Returns the new epochs in order; empty where a row has changed or a guard is taken. */
    List<Optional<Long>> runImmediately() throws SQLException {
        return epochs(run(IMMEDIATE));
    }

    /** As {@link #runImmediately}, and checks that the session still has the expected server process. */
    List<Optional<Long>> runImmediately(int expectedPid) throws SQLException {
        List<Raised> raised = run(IMMEDIATE);
        for (Raised one : raised) {
            if (one.pid() != expectedPid) {
                throw LockSession.moved(expectedPid, one.pid());
            }
        }
        return epochs(raised);
    }

    /**
     * Raises one epoch and waits for fenced transactions, up to the session's lock timeout. Returns the new epoch; empty
     * if the row has changed.
     */
    static Optional<Long> runQueued(Connection connection, EpochRaise raise) throws SQLException {
        EpochRaiseStatement statement = new EpochRaiseStatement(connection, List.of(raise));
        try {
            return statement.epochs(statement.run(QUEUED)).get(0);
        } catch (SQLException failed) {
            if (SqlErrors.state(failed).equals(SqlErrors.UNIQUE_VIOLATION)) {
                throw otherKeys(raise, failed);
            }
            throw failed;
        }
    }

    private static LockException otherKeys(EpochRaise raise, SQLException failed) {
        return new LockException(
                "election " + raise.election() + " is recorded with keys other than ("
                        + raise.keys().key1() + ", " + raise.keys().key2()
                        + "): its candidates do not all have the same"
                        + " key1 and key2. Give all of them the same keys, then delete its row from baton_epochs",
                failed);
    }

    private List<Optional<Long>> epochs(List<Raised> raised) {
        Map<String, Long> epochs = new HashMap<>();
        raised.forEach(one -> epochs.put(one.election(), one.epoch()));
        return raises.stream()
                .map(raise -> Optional.ofNullable(epochs.get(raise.election())))
                .toList();
    }

    private List<Raised> run(String sql) throws SQLException {
        return SqlQuery.of(
                        connection,
                        sql,
                        column("int8", raise -> AdvisoryKeys.guardOf(raise.election())),
                        column("int4", raise -> raise.keys().key1()),
                        column("int4", raise -> raise.keys().key2()),
                        column("text", EpochRaise::election),
                        column("int8", EpochRaise::floor),
                        column("text", EpochRaise::instanceId),
                        column("int8", EpochRaise::livenessKey),
                        column("text", EpochRaise::url),
                        column("int8", EpochRaise::patienceMillis),
                        column("int8", EpochRaise::seenEpoch),
                        column("int8", EpochRaise::seenLivenessKey),
                        column("bool", EpochRaise::seenReleased))
                .all(row -> new Raised(row.getString(1), row.getLong(2), row.getInt(3)));
    }

    private Object column(String type, Function<EpochRaise, Object> value) throws SQLException {
        return connection.createArrayOf(type, raises.stream().map(value).toArray());
    }
}
