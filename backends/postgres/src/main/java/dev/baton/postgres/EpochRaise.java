package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The raise of an election's epoch by the session that took its lock: one statement, one transaction. It
 * takes the guard exclusively first, so it commits only when no transaction fenced by an older epoch can
 * still commit, and it changes the row only if it is as it was when the lock was taken. It moves the sequence
 * of raises, by which a fence knows that epochs are the same without reading them.
 *
 * @param process the liveness key of the lock session
 * @param seen the row as it was then
 * @param floor an epoch that somebody remembers, whatever the table says
 */
record EpochRaise(
        String election,
        AdvisoryKeys keys,
        String instanceId,
        String url,
        long process,
        Optional<EpochRow> seen,
        long floor,
        long patienceMillis) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private static final String IN_TURN = "WITH guard AS MATERIALIZED (SELECT 1 FROM pg_advisory_xact_lock(?)),";

    private static final String AT_ONCE =
            "WITH guard AS MATERIALIZED (SELECT 1 FROM pg_try_advisory_xact_lock(?) AS ours WHERE ours),";

    private static final String RAISE =
            " known AS (SELECT coalesce(max(epoch), 0) AS epoch FROM baton_reigns WHERE election = ?),"
                    + " raised AS (INSERT INTO baton_epochs AS e (key1, key2, election, epoch, instance_id, process,"
                    + " since, url, patience_ms, released) SELECT ?, ?, ?, greatest(known.epoch, ?) + 1, ?, ?,"
                    + " clock_timestamp(), ?, ?, false FROM guard, known"
                    + " ON CONFLICT (key1, key2) DO UPDATE SET epoch = greatest(e.epoch + 1, EXCLUDED.epoch),"
                    + " instance_id = EXCLUDED.instance_id, process = EXCLUDED.process, since = EXCLUDED.since,"
                    + " url = EXCLUDED.url, patience_ms = EXCLUDED.patience_ms, released = false,"
                    + " reserved_for = NULL, reserved_until = NULL"
                    + " WHERE e.election = EXCLUDED.election AND e.epoch = ? AND e.process = ? AND e.released = ?"
                    + " AND (e.reserved_for IS NULL OR e.reserved_for = EXCLUDED.instance_id"
                    + " OR e.reserved_until <= clock_timestamp())"
                    + " RETURNING epoch, since, instance_id, url),"
                    + " closed AS (UPDATE baton_reigns r SET ended_at = clock_timestamp(), reason = 'session_closed'"
                    + " FROM raised WHERE r.election = ? AND r.ended_at IS NULL AND r.epoch < raised.epoch),"
                    + " opened AS (INSERT INTO baton_reigns (election, epoch, instance_id, url, began_at)"
                    + " SELECT ?, epoch, instance_id, url, since FROM raised),"
                    + " pruned AS (DELETE FROM baton_reigns r USING raised"
                    + " WHERE r.election = ? AND r.epoch < raised.epoch - 10000)"
                    + " SELECT epoch, pg_backend_pid(), nextval('baton_raises'), pg_notify('" + NotifyChannel.CHANNEL
                    + "', 'began ' || ? || ' ' || epoch) FROM raised";

    /** One that changes nothing when it is made jointly: it wants a row to be there of a name that none can have. */
    static EpochRaise ofNothing(String name) {
        return new EpochRaise(
                name, AdvisoryKeys.of(name), "", "", 0, Optional.of(EpochRow.none(name, Duration.ZERO)), 0, 0);
    }

    /** The new epoch; none when the row is not as it was seen. Waits for fenced transactions, for a slice. */
    Optional<Long> on(Connection connection) throws SQLException {
        return run(connection, IN_TURN + RAISE).map(Raised::epoch);
    }

    /** The new epoch; none when somebody is in the way as well. Proves this session, whose pid it has to be. */
    Optional<Long> atOnce(Connection connection, int pid) throws SQLException {
        Optional<Raised> raised = run(connection, AT_ONCE + RAISE);
        if (raised.isPresent() && raised.get().pid() != pid) {
            throw LockSession.moved(pid, raised.get().pid());
        }
        return raised.map(Raised::epoch);
    }

    private record Raised(long epoch, int pid) {}

    private Optional<Raised> run(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            fill(statement);
            try (ResultSet row = statement.executeQuery()) {
                return raised(row);
            }
        } catch (SQLException failed) {
            if (SqlErrors.state(failed).equals(SqlErrors.UNIQUE_VIOLATION)) {
                throw otherKeys(failed);
            }
            throw failed;
        }
    }

    private static Optional<Raised> raised(ResultSet row) throws SQLException {
        return row.next() ? Optional.of(new Raised(row.getLong(1), row.getInt(2))) : Optional.empty();
    }

    private void fill(PreparedStatement statement) throws SQLException {
        int i = 1;
        statement.setLong(i++, AdvisoryKeys.guardOf(election));
        statement.setString(i++, election);
        statement.setInt(i++, keys.key1());
        statement.setInt(i++, keys.key2());
        statement.setString(i++, election);
        statement.setLong(i++, floor);
        statement.setString(i++, instanceId);
        statement.setLong(i++, process);
        statement.setString(i++, url);
        statement.setLong(i++, patienceMillis);
        statement.setLong(i++, seenEpoch());
        statement.setLong(i++, seenProcess());
        statement.setBoolean(i++, seenReleased());
        statement.setString(i++, election);
        statement.setString(i++, election);
        statement.setString(i++, election);
        statement.setString(i, election);
    }

    /** The epoch that the row must still have; -1 when there must be none. */
    long seenEpoch() {
        return seen.map(EpochRow::epoch).orElse(-1L);
    }

    long seenProcess() {
        return seen.map(EpochRow::process).orElse(0L);
    }

    boolean seenReleased() {
        return seen.map(EpochRow::released).orElse(false);
    }

    private LockException otherKeys(SQLException failed) {
        return new LockException(
                "election " + election + " is recorded under other keys than (" + keys.key1() + ", " + keys.key2()
                        + "): some of its candidates give explicit keys and others do not, or different ones."
                        + " Give all of them the same; then delete its row from baton_epochs",
                failed);
    }

    /** An epoch that somebody remembers and the table does not: the data went back, by a restore or a lost tail. */
    void sayIfEpochsWentBack(long raisedTo, String store) {
        long recorded = seen.map(EpochRow::epoch).orElse(0L);
        if (floor > recorded) {
            LOG.error(
                    "election={} the epochs of {} went back: it has {}, but epoch {} is known to have ruled. Its data"
                            + " was restored, replaced or lost; the next epoch is {}, above all that is known here."
                            + " Check whatever else that database was trusted with",
                    election,
                    store,
                    recorded,
                    floor,
                    raisedTo);
        }
    }
}
