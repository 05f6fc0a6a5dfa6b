package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The raise of many epochs in one statement, so that its cost hardly grows with their number. Each is subject
 * to the same conditions as a {@link EpochRaise} of its own, but none of them waits: whoever is not as it was
 * seen, or has a fenced transaction in the way, is left out.
 */
final class BatchedEpochRaise {
    private static final String SQL = "WITH wish AS MATERIALIZED (SELECT * FROM unnest(?::bigint[], ?::int[], ?::int[],"
            + " ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],"
            + " ?::boolean[]) AS w (guard, key1, key2, election, floor, instance_id, process, url, patience_ms,"
            + " seen_epoch, seen_process, seen_released)),"
            + " guarded AS MATERIALIZED (SELECT w.*, greatest((SELECT max(r.epoch) FROM baton_reigns r"
            + " WHERE r.election = w.election), w.floor) + 1 AS next_epoch FROM wish w"
            + " WHERE pg_try_advisory_xact_lock(w.guard)),"
            + " changed AS (UPDATE baton_epochs e SET epoch = greatest(e.epoch + 1, g.next_epoch),"
            + " instance_id = g.instance_id, process = g.process, since = clock_timestamp(), url = g.url,"
            + " patience_ms = g.patience_ms, released = false, reserved_for = NULL, reserved_until = NULL"
            + " FROM guarded g WHERE e.key1 = g.key1 AND e.key2 = g.key2 AND e.election = g.election"
            + " AND e.epoch = g.seen_epoch AND e.process = g.seen_process AND e.released = g.seen_released"
            + " AND (e.reserved_for IS NULL OR e.reserved_for = g.instance_id"
            + " OR e.reserved_until <= clock_timestamp())"
            + " RETURNING e.election, e.epoch, e.since, e.instance_id, e.url),"
            + " created AS (INSERT INTO baton_epochs (key1, key2, election, epoch, instance_id, process, since, url,"
            + " patience_ms, released) SELECT g.key1, g.key2, g.election, g.next_epoch, g.instance_id, g.process,"
            + " clock_timestamp(), g.url, g.patience_ms, false FROM guarded g WHERE g.seen_epoch = -1"
            + " ON CONFLICT DO NOTHING RETURNING election, epoch, since, instance_id, url),"
            + " raised AS (SELECT * FROM changed UNION ALL SELECT * FROM created),"
            + " closed AS (UPDATE baton_reigns r SET ended_at = clock_timestamp(), reason = 'session_closed'"
            + " FROM raised WHERE r.election = raised.election AND r.ended_at IS NULL AND r.epoch < raised.epoch),"
            + " opened AS (INSERT INTO baton_reigns (election, epoch, instance_id, url, began_at)"
            + " SELECT election, epoch, instance_id, url, since FROM raised),"
            + " pruned AS (DELETE FROM baton_reigns r USING raised"
            + " WHERE r.election = raised.election AND r.epoch < raised.epoch - 10000)"
            + " SELECT election, epoch, pg_backend_pid(), nextval('baton_raises'), pg_notify('" + NotifyChannel.CHANNEL
            + "', 'began ' || election || ' ' || epoch) FROM raised";

    private final Connection connection;
    private final List<EpochRaise> raises;

    BatchedEpochRaise(Connection connection, List<EpochRaise> raises) {
        this.connection = connection;
        this.raises = raises;
    }

    /** The new epochs, in the order of the raises; none for those that were left out. */
    List<Optional<Long>> run() throws SQLException {
        return run(OptionalInt.empty());
    }

    /** The same, which proves this session as well, whose pid it has to be. */
    List<Optional<Long>> run(int pid) throws SQLException {
        return run(OptionalInt.of(pid));
    }

    private List<Optional<Long>> run(OptionalInt pid) throws SQLException {
        Map<String, Long> epochs = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            fill(statement);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    epochs.put(row.getString(1), row.getLong(2));
                    if (pid.isPresent() && pid.getAsInt() != row.getInt(3)) {
                        throw LockSession.moved(pid.getAsInt(), row.getInt(3));
                    }
                }
            }
        }
        return raises.stream()
                .map(raise -> Optional.ofNullable(epochs.get(raise.election())))
                .toList();
    }

    private void fill(PreparedStatement statement) throws SQLException {
        set(statement, 1, "int8", raise -> AdvisoryKeys.guardOf(raise.election()));
        set(statement, 2, "int4", raise -> raise.keys().key1());
        set(statement, 3, "int4", raise -> raise.keys().key2());
        set(statement, 4, "text", EpochRaise::election);
        set(statement, 5, "int8", EpochRaise::floor);
        set(statement, 6, "text", EpochRaise::instanceId);
        set(statement, 7, "int8", EpochRaise::process);
        set(statement, 8, "text", EpochRaise::url);
        set(statement, 9, "int8", EpochRaise::patienceMillis);
        set(statement, 10, "int8", EpochRaise::seenEpoch);
        set(statement, 11, "int8", EpochRaise::seenProcess);
        set(statement, 12, "bool", EpochRaise::seenReleased);
    }

    private void set(PreparedStatement statement, int place, String type, Function<EpochRaise, Object> column)
            throws SQLException {
        statement.setArray(
                place,
                connection.createArrayOf(type, raises.stream().map(column).toArray()));
    }
}
