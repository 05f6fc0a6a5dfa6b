package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A fence for PostgreSQL elections and writes to the same database. A guarded transaction holds a lock in shared mode that
 * an epoch raise takes exclusively. Guarded transactions do not wait for each other.
 *
 * <p>Every raise advances a sequence while it holds that lock, and a sequence is always read with its present value. If the
 * sequence has not changed since the epoch was last compared, the statement that takes the lock also shows that the epoch
 * is unchanged. Otherwise a second statement compares the epoch; it sees what was committed while the first one waited.
 */
public final class PostgresFence extends Fence {
    /** Missing table, missing schema. */
    private static final Set<String> NO_TABLE = Set.of("42P01", "3F000");

    /** Returned instead of the sequence if the transaction's snapshot may be older than the lock. */
    private static final long SNAPSHOT = -1;

    private final String table;
    private final String guardAndReplace;

    /** As {@link #guardAndReplace}, slightly more expensive, but keeps the session's own limit. */
    private final String guardAndKeep;

    private final Map<String, Long> guardKeys = new ConcurrentHashMap<>();
    private final EpochCache cache = new EpochCache();

    /** Whether the last session had its own limit: a guess for the next one, which gets the right limit in any case. */
    private volatile boolean sessionsHaveLimit;

    PostgresFence(Optional<String> schema) {
        String prefix =
                schema.map(name -> '"' + name.replace("\"", "\"\"") + "\".").orElse("");
        String raises = "'" + prefix.replace("'", "''") + "baton_raises'";
        table = prefix + "baton_epochs";
        guardAndReplace = guardStatement(raises, IdleTransactionTimeout.REPLACE);
        guardAndKeep = guardStatement(raises, IdleTransactionTimeout.KEEP);
    }

    /** The CASE ensures that the sequence is read after the lock is granted. */
    private static String guardStatement(String raises, String limit) {
        return "SELECT txid_current(), CASE WHEN pg_advisory_xact_lock_shared(?) IS NOT NULL THEN"
                + " CASE current_setting('transaction_isolation') WHEN 'read committed'"
                + " THEN coalesce(pg_sequence_last_value(" + raises + "::regclass), " + EpochCache.UNKNOWN + ")"
                + " ELSE " + SNAPSHOT + " END END, " + limit;
    }

    /**
     * The result of the guard statement.
     *
     * @param raises the value of the sequence
     * @param idleLimit the session's own limit if it was replaced, otherwise the limit in effect
     */
    private record Guard(long transaction, long raises, String idleLimit) {}

    @Override
    TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException {
        if (!IdleTransactionTimeout.isPostgres(connection)) {
            throw new BatonException("election " + leadership.election() + ": this database is not PostgreSQL but "
                    + connection.getMetaData().getDatabaseProductName() + "; use Fence.byHighestSeen()");
        }
        long millis = IdleTransactionTimeout.millis(leadership);
        boolean keep = sessionsHaveLimit;
        try {
            Guard guard = SqlQuery.of(
                            connection,
                            keep ? guardAndKeep : guardAndReplace,
                            guardKeys.computeIfAbsent(leadership.election(), AdvisoryKeys::guardOf),
                            Long.toString(millis))
                    .first(row -> new Guard(row.getLong(1), row.getLong(2), row.getString(3)))
                    .orElseThrow();
            compare(connection, leadership, guard.raises());
            correctLimit(connection, guard.idleLimit(), millis, keep);
            return new TransactionTicket(guard.transaction());
        } catch (SQLException failed) {
            if (failed.getSQLState() != null && NO_TABLE.contains(failed.getSQLState())) {
                throw notInThisDatabase(leadership, "there is no table " + table + " with its sequence", failed);
            }
            throw failed;
        }
    }

    private void compare(Connection connection, Leadership leadership, long raises) throws SQLException {
        if (raises == SNAPSHOT) {
            // A row lock fails (40001) if the row has changed since the snapshot; a plain read would succeed.
            compare(leadership, epoch(connection, leadership.election(), " FOR SHARE"));
        } else if (!cache.isCurrent(leadership, raises)) {
            compare(leadership, current(connection, leadership.election()));
            cache.put(leadership, raises);
        }
    }

    /** Sets the shorter of the session's own limit and the remaining time of the leadership. */
    private void correctLimit(Connection connection, String shown, long millis, boolean kept) throws SQLException {
        boolean within = IdleTransactionTimeout.isWithin(shown, millis);
        if (within != kept) {
            IdleTransactionTimeout.set(connection, within ? shown : Long.toString(millis));
        }
        boolean shorter = within && IdleTransactionTimeout.millisOf(shown).orElse(millis) < millis;
        if (shorter != kept) {
            sessionsHaveLimit = shorter;
        }
    }

    private static void compare(Leadership leadership, long current) {
        if (current > leadership.epoch()) {
            throw new StaleEpochException(leadership, current, null);
        }
        if (current < leadership.epoch()) {
            String found = current == 0 ? "the election is not known" : "its highest epoch is " + current;
            throw notInThisDatabase(leadership, found, null);
        }
    }

    private static BatonException notInThisDatabase(Leadership leadership, String found, @Nullable SQLException cause) {
        BatonException refused = new BatonException("election " + leadership.election() + " with epoch "
                + leadership.epoch() + " does not belong to this database: " + found
                + ". Fence.byElection() needs an election in the database that is written to; if the election's URL has a"
                + " schema, use Fence.byElection(schema). For other elections use Fence.byHighestSeen()");
        if (cause != null) {
            refused.initCause(cause);
        }
        return refused;
    }

    @Override
    long current(Connection connection, String election) throws SQLException {
        return epoch(connection, election, "");
    }

    private long epoch(Connection connection, String election, String lock) throws SQLException {
        return FenceTable.readEpoch(connection, "SELECT epoch FROM " + table + " WHERE election = ?" + lock, election);
    }

    @Override
    boolean repair(DataSource dataSource, SQLException failed) {
        return false;
    }
}
