package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The fence of a PostgreSQL election in its own database. A guarded transaction holds a lock in shared
 * mode that a raise of the epoch takes exclusively; guarded transactions do not wait for each other.
 */
public final class ElectionFence extends Fence {
    private static final String NO_TABLE = "42P01";
    private static final String READ_COMMITTED = "read committed";

    private final String table;

    /**
     * One round trip, two statements: under READ COMMITTED the second sees what was committed while the
     * first waited for the lock. One statement would compare with what was true before it.
     */
    private final String statement;

    ElectionFence(Optional<String> schema) {
        table = schema.map(name -> '"' + name.replace("\"", "\"\"") + "\".").orElse("") + "baton_epochs";
        statement = "SELECT pg_advisory_xact_lock_shared(?); SELECT e.epoch, txid_current(),"
                + " current_setting('transaction_isolation'), " + IdleLimit.EXPRESSION + " FROM " + table
                + " e WHERE e.election = ?";
    }

    @Override
    Ticket admit(Connection connection, Leadership leadership) throws SQLException {
        if (!IdleLimit.isPostgres(connection)) {
            throw new BatonException("election " + leadership.election() + ": this is no PostgreSQL database but "
                    + connection.getMetaData().getDatabaseProductName() + "; use Fence.byHighestSeen()");
        }
        long millis = IdleLimit.millis(leadership);
        try (PreparedStatement guard = connection.prepareStatement(statement)) {
            guard.setLong(1, AdvisoryKeys.guardOf(leadership.election()));
            guard.setString(2, Long.toString(millis));
            guard.setString(3, leadership.election());
            guard.execute();
            guard.getMoreResults();
            try (ResultSet row = guard.getResultSet()) {
                compare(leadership, row.next() ? row.getLong(1) : 0);
                if (!READ_COMMITTED.equals(row.getString(3))) {
                    compare(leadership, lockedEpoch(connection, leadership.election()));
                }
                IdleLimit.shorten(connection, row.getString(4), millis);
                return new Ticket(row.getLong(2));
            }
        } catch (SQLException failed) {
            if (NO_TABLE.equals(failed.getSQLState())) {
                throw elsewhere(leadership, "there is no table " + table, failed);
            }
            throw failed;
        }
    }

    /** A snapshot may be older than the lock; a row lock fails then (40001), where a plain read would pass. */
    private long lockedEpoch(Connection connection, String election) throws SQLException {
        return epoch(connection, election, " FOR SHARE").orElse(0);
    }

    private static void compare(Leadership leadership, long current) {
        if (current > leadership.epoch()) {
            throw new StaleEpochException(leadership, current, null);
        }
        if (current < leadership.epoch()) {
            String known = current == 0 ? "the election is not known" : "its highest epoch is " + current;
            throw elsewhere(leadership, known, null);
        }
    }

    private static BatonException elsewhere(Leadership leadership, String found, @Nullable SQLException cause) {
        BatonException refused = new BatonException("election " + leadership.election() + " with epoch "
                + leadership.epoch()
                + " is not of this database, where " + found + ": Fence.byElection() wants an election held in the"
                + " database that is written to (name its schema, if its URL does); for others there is"
                + " Fence.byHighestSeen()");
        if (cause != null) {
            refused.initCause(cause);
        }
        return refused;
    }

    @Override
    OptionalLong current(Connection connection, String election) throws SQLException {
        return epoch(connection, election, "");
    }

    private OptionalLong epoch(Connection connection, String election, String lock) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT epoch FROM " + table + " WHERE election = ?" + lock)) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    @Override
    boolean isRepaired(DataSource dataSource, SQLException failed) {
        return false;
    }
}
