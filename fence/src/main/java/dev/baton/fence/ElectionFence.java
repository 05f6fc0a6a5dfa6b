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
     * first waited for the lock. One statement would compare with what was true before it. Whatever else is
     * asked stands in the first, where it costs least.
     */
    private final String replacing;

    /** The same, which costs a little more but keeps the limit that a session has of its own. */
    private final String keeping;

    /** Whether the last session had one. Only a guess at the next, which is left with the limit it needs anyway. */
    private volatile boolean sessionsAreLimited;

    ElectionFence(Optional<String> schema) {
        table = schema.map(name -> '"' + name.replace("\"", "\"\"") + "\".").orElse("") + "baton_epochs";
        replacing = statement(IdleLimit.REPLACED);
        keeping = statement(IdleLimit.HELD);
    }

    private String statement(String limit) {
        return "SELECT current_setting('transaction_isolation'), txid_current(), " + limit
                + ", pg_advisory_xact_lock_shared(?); SELECT epoch FROM " + table + " WHERE election = ?";
    }

    @Override
    Ticket admit(Connection connection, Leadership leadership) throws SQLException {
        if (!IdleLimit.isPostgres(connection)) {
            throw new BatonException("election " + leadership.election() + ": this is no PostgreSQL database but "
                    + connection.getMetaData().getDatabaseProductName() + "; use Fence.byHighestSeen()");
        }
        long millis = IdleLimit.millis(leadership);
        boolean keeps = sessionsAreLimited;
        try (PreparedStatement guard = connection.prepareStatement(keeps ? keeping : replacing)) {
            guard.setString(1, Long.toString(millis));
            guard.setLong(2, AdvisoryKeys.guardOf(leadership.election()));
            guard.setString(3, leadership.election());
            guard.execute();
            Seen seen = seen(guard);
            compare(leadership, seen.epoch());
            if (!READ_COMMITTED.equals(seen.isolation())) {
                compare(leadership, lockedEpoch(connection, leadership.election()));
            }
            limit(connection, seen.idleLimit(), millis, keeps);
            return new Ticket(seen.transaction());
        } catch (SQLException failed) {
            if (NO_TABLE.equals(failed.getSQLState())) {
                throw elsewhere(leadership, "there is no table " + table, failed);
            }
            throw failed;
        }
    }

    /**
     * What the two statements told.
     *
     * @param idleLimit of the session before, when it was replaced, and the one that holds otherwise
     */
    private record Seen(String isolation, long transaction, String idleLimit, long epoch) {}

    private static Seen seen(PreparedStatement guard) throws SQLException {
        try (ResultSet first = guard.getResultSet()) {
            first.next();
            String isolation = first.getString(1);
            long transaction = first.getLong(2);
            String idleLimit = first.getString(3);
            guard.getMoreResults();
            try (ResultSet second = guard.getResultSet()) {
                return new Seen(isolation, transaction, idleLimit, second.next() ? second.getLong(1) : 0);
            }
        }
    }

    /** The shorter of what the session has and what remains of the leadership. */
    private void limit(Connection connection, String shown, long millis, boolean kept) throws SQLException {
        boolean within = IdleLimit.isWithin(shown, millis);
        if (within != kept) {
            IdleLimit.set(connection, within ? shown : Long.toString(millis));
        }
        boolean own = within && IdleLimit.millisOf(shown).orElse(millis) < millis;
        if (own != kept) {
            sessionsAreLimited = own;
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
