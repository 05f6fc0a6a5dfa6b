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
    private final Connection connection;
    private final List<EpochRaise> raises;

    EpochRaiseStatement(Connection connection, List<EpochRaise> raises) {
        this.connection = connection;
        this.raises = raises;
    }

    private record Raised(String election, long epoch, int pid) {}

    /** Raises without waiting. Returns the new epochs in order; empty where a row has changed or a guard is taken. */
    List<Optional<Long>> runImmediately() throws SQLException {
        return epochs(run(EpochTable.RAISE_IMMEDIATELY));
    }

    /** As {@link #runImmediately}, and checks that the session still has the expected server process. */
    List<Optional<Long>> runImmediately(int expectedPid) throws SQLException {
        List<Raised> raised = run(EpochTable.RAISE_IMMEDIATELY);
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
            return statement.epochs(statement.run(EpochTable.RAISE_QUEUED)).get(0);
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
