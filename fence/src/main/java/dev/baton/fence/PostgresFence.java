package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The fence of a PostgreSQL election in its own database. A guarded transaction holds a lock in shared
 * mode that a raise of the epoch takes exclusively; guarded transactions do not wait for each other.
 *
 * <p>Every raise moves a sequence, while it has that lock, and a sequence is read as it is and not as it was
 * when the statement began. One that has not moved since the epoch was last compared tells, in the statement
 * that takes the lock, that the epoch is the same. Otherwise the epoch is compared, in another statement,
 * which sees what was committed while the first waited for the lock.
 */
public final class PostgresFence extends Fence {
    /** No such table, no such schema. */
    private static final Set<String> NO_TABLE = Set.of("42P01", "3F000");

    /** Told instead of the sequence, when a snapshot may be older than the lock. */
    private static final long SNAPSHOT = -1;

    private final String table;
    private final String replacing;

    /** The same, which costs a little more but keeps the limit that a session has of its own. */
    private final String keeping;

    private final Map<String, Long> guards = new ConcurrentHashMap<>();
    private final EpochCache compared = new EpochCache();

    /** Whether the last session had one. Only a guess at the next, which is left with the limit it needs anyway. */
    private volatile boolean sessionsAreLimited;

    PostgresFence(Optional<String> schema) {
        String prefix =
                schema.map(name -> '"' + name.replace("\"", "\"\"") + "\".").orElse("");
        String raises = "'" + prefix.replace("'", "''") + "baton_raises'";
        table = prefix + "baton_epochs";
        replacing = statement(IdleTransactionTimeout.REPLACED, raises);
        keeping = statement(IdleTransactionTimeout.HELD, raises);
    }

    /** A CASE is what makes certain that the sequence is read after the lock was granted, and not before. */
    private static String statement(String limit, String raises) {
        return "SELECT txid_current(), CASE WHEN pg_advisory_xact_lock_shared(?) IS NOT NULL THEN"
                + " CASE current_setting('transaction_isolation') WHEN 'read committed'"
                + " THEN coalesce(pg_sequence_last_value(" + raises + "::regclass), " + EpochCache.UNKNOWN + ")"
                + " ELSE " + SNAPSHOT + " END END, " + limit;
    }

    @Override
    TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException {
        if (!IdleTransactionTimeout.isPostgres(connection)) {
            throw new BatonException("election " + leadership.election() + ": this is no PostgreSQL database but "
                    + connection.getMetaData().getDatabaseProductName() + "; use Fence.byHighestSeen()");
        }
        long millis = IdleTransactionTimeout.millis(leadership);
        boolean keeps = sessionsAreLimited;
        try (PreparedStatement guard = connection.prepareStatement(keeps ? keeping : replacing)) {
            guard.setLong(1, guards.computeIfAbsent(leadership.election(), AdvisoryKeys::guardOf));
            guard.setString(2, Long.toString(millis));
            Seen seen = seen(guard);
            compare(connection, leadership, seen.raises());
            limit(connection, seen.idleLimit(), millis, keeps);
            return new TransactionTicket(seen.transaction());
        } catch (SQLException failed) {
            if (failed.getSQLState() != null && NO_TABLE.contains(failed.getSQLState())) {
                throw elsewhere(leadership, "there is no table " + table + " with its sequence", failed);
            }
            throw failed;
        }
    }

    /**
     * What the guard told.
     *
     * @param raises the sequence
     * @param idleLimit of the session before, when it was replaced, and the one that holds otherwise
     */
    private record Seen(long transaction, long raises, String idleLimit) {}

    private static Seen seen(PreparedStatement guard) throws SQLException {
        try (ResultSet row = guard.executeQuery()) {
            row.next();
            return new Seen(row.getLong(1), row.getLong(2), row.getString(3));
        }
    }

    private void compare(Connection connection, Leadership leadership, long raises) throws SQLException {
        if (raises == SNAPSHOT) {
            // A row lock fails (40001) when the row has changed since, where a plain read would pass.
            compare(
                    leadership,
                    epoch(connection, leadership.election(), " FOR SHARE").orElse(0));
        } else if (!compared.holds(leadership, raises)) {
            compare(leadership, current(connection, leadership.election()).orElse(0));
            compared.learn(leadership, raises);
        }
    }

    /** The shorter of what the session has and what remains of the leadership. */
    private void limit(Connection connection, String shown, long millis, boolean kept) throws SQLException {
        boolean within = IdleTransactionTimeout.isWithin(shown, millis);
        if (within != kept) {
            IdleTransactionTimeout.set(connection, within ? shown : Long.toString(millis));
        }
        boolean own = within && IdleTransactionTimeout.millisOf(shown).orElse(millis) < millis;
        if (own != kept) {
            sessionsAreLimited = own;
        }
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
