package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Two raises of the epoch of an election with a random name, in a transaction that is rolled back: privileges alone do not
 * show that row-level security, a trigger or the end of the sequence prevents every raise. The first one creates the row,
 * the second one changes it.
 */
final class RaiseTrial {
    private static final String ADVICE =
            ", so no candidate can lead. Look for row-level security, triggers and rules on the"
                    + " table baton_epochs";

    private final Connection connection;
    private final String election = "(doctor " + UUID.randomUUID() + ")";
    private final AdvisoryKeys keys = AdvisoryKeys.of(election);

    RaiseTrial(Connection connection) {
        this.connection = connection;
    }

    /** @throws SQLException if an epoch cannot be raised, with the reason */
    void run() throws SQLException {
        connection.setAutoCommit(false);
        try {
            long first = raise(Optional.empty());
            long second = raise(row());
            if (second <= first) {
                throw new SQLException(
                        "the epoch of a trial election was raised from " + first + " to " + second + ADVICE);
            }
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private long raise(Optional<EpochRow> seen) throws SQLException {
        String tenure = UUID.randomUUID().toString();
        EpochRaise raise = new EpochRaise(election, keys, "doctor", "", 0, tenure, seen, 0, 0);
        Optional<Long> epoch;
        try {
            epoch = EpochRaises.queued(connection, raise);
        } catch (SQLException failed) {
            throw new SQLException("no epoch can be raised, so no candidate can lead: " + failed.getMessage(), failed);
        }
        return epoch.orElseThrow(() -> new SQLException(
                "the row of a trial election was not " + (seen.isEmpty() ? "created" : "changed") + ADVICE));
    }

    private Optional<EpochRow> row() throws SQLException {
        Optional<EpochRow> row = SqlQuery.of(connection, EpochTable.ROW, keys.key1(), keys.key2())
                .all(columns -> EpochRow.read(columns, 1))
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
        if (row.isEmpty()) {
            throw new SQLException("the row of a trial election cannot be read after it was created" + ADVICE);
        }
        return row;
    }
}
