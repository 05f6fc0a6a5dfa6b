package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
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
 * is unchanged. Otherwise a second statement compares the epoch; it sees what was committed while the first one waited. A
 * sequence whose sessions cache values does not show every raise, and is not used.
 *
 * <p>The id of the tenure is compared together with the epoch, if the leadership has one.
 */
public final class PostgresFence extends Fence {
    /** Missing table, missing schema. */
    private static final Set<String> NO_TABLE = Set.of("42P01", "3F000");

    private final String table;
    private final String raises;
    private final GuardStatements withWholeLimit;
    private final GuardStatements withIdleLimit;

    private final Map<String, Long> guardKeys = new ConcurrentHashMap<>();
    private final EpochCache cache = new EpochCache();

    /** Whether the last session had its own limit: a guess for the next one, which gets the right limit in any case. */
    private volatile boolean sessionsHaveLimit;

    PostgresFence(Optional<String> schema) {
        String prefix =
                schema.map(name -> '"' + name.replace("\"", "\"\"") + "\".").orElse("");
        raises = "'" + prefix.replace("'", "''") + "baton_raises'";
        table = prefix + "baton_epochs";
        withWholeLimit = guardStatements(TransactionLimit.WHOLE);
        withIdleLimit = guardStatements(TransactionLimit.IDLE_AND_STATEMENT);
    }

    /**
     * The statements that take the guard, by what they do with the session's own limit.
     *
     * @param replace replaces it
     * @param keep keeps it, and is slightly more expensive
     */
    private record GuardStatements(GuardStatement replace, GuardStatement keep) {}

    /**
     * A statement that takes the guard.
     *
     * @param limits in how many places it takes the limit
     */
    private record GuardStatement(String sql, int limits) {}

    private GuardStatements guardStatements(TransactionLimit limit) {
        return new GuardStatements(guardStatement(limit.replace()), guardStatement(limit.keep()));
    }

    /** The CASE ensures that the sequence is read after the lock is granted. */
    private GuardStatement guardStatement(String limit) {
        String sql = "SELECT txid_current(), CASE WHEN pg_advisory_xact_lock_shared(?) IS NOT NULL THEN"
                + " CASE current_setting('transaction_isolation') WHEN 'read committed'"
                + " THEN coalesce(pg_sequence_last_value(" + raises + "::regclass), " + RaiseMark.UNKNOWN + ")"
                + " ELSE " + RaiseMark.SNAPSHOT + " END END, " + raises + "::regclass::oid::bigint,"
                + " date_part('epoch', pg_postmaster_start_time()), " + limit;
        return new GuardStatement(sql, TransactionLimit.places(limit));
    }

    /** The guard's key, and the limit for each place of it. */
    private Object[] parameters(GuardStatement statement, String election, long millis) {
        Object[] parameters = new Object[1 + statement.limits()];
        Arrays.fill(parameters, Long.toString(millis));
        parameters[0] = guardKeys.computeIfAbsent(election, AdvisoryKeys::guardOf);
        return parameters;
    }

    /**
     * The result of the guard statement.
     *
     * @param raises the state of the sequence
     * @param limit the session's own limit if it was replaced, otherwise the limit in effect
     */
    private record Guard(long transaction, RaiseMark raises, String limit) {}

    /**
     * The row of an election.
     *
     * @param tenureId the id of the last tenure; empty if it was not asked for
     * @param showsRaises whether the sequence changes with every raise
     */
    private record Recorded(long epoch, Optional<String> tenureId, boolean showsRaises) {
        static final Recorded NONE = new Recorded(0, Optional.empty(), false);
    }

    @Override
    TransactionTicket admit(Connection connection, Leadership leadership) throws SQLException {
        if (!TransactionLimit.isPostgres(connection)) {
            throw new BatonException("election " + leadership.election() + ": this database is not PostgreSQL but "
                    + connection.getMetaData().getDatabaseProductName() + "; use Fence.byHighestSeen()");
        }
        long millis = TransactionLimit.millis(leadership);
        boolean keep = sessionsHaveLimit;
        TransactionLimit limit = TransactionLimit.strictest(connection);
        GuardStatements guards = limit.isRunning() ? withWholeLimit : withIdleLimit;
        GuardStatement statement = keep ? guards.keep() : guards.replace();
        try {
            Guard guard = SqlQuery.of(connection, statement.sql(), parameters(statement, leadership.election(), millis))
                    .first(row -> new Guard(
                            row.getLong(1),
                            new RaiseMark(row.getLong(2), row.getLong(3), row.getDouble(4)),
                            row.getString(5)))
                    .orElseThrow();
            compare(connection, leadership, guard.raises());
            correctLimit(connection, limit, guard.limit(), millis, keep);
            return new TransactionTicket(guard.transaction());
        } catch (SQLException failed) {
            if (failed.getSQLState() != null && NO_TABLE.contains(failed.getSQLState())) {
                throw notInThisDatabase(leadership, "there is no table " + table + " with its sequence", failed);
            }
            throw failed;
        }
    }

    private void compare(Connection connection, Leadership leadership, RaiseMark mark) throws SQLException {
        if (mark.value() == RaiseMark.SNAPSHOT) {
            // A row lock fails (40001) if the row has changed since the snapshot; a plain read would succeed.
            compare(leadership, recorded(connection, leadership, " FOR SHARE"));
        } else if (!cache.isCurrent(leadership, mark)) {
            Recorded recorded = recorded(connection, leadership, "");
            compare(leadership, recorded);
            if (recorded.showsRaises()) {
                cache.put(leadership, mark);
            }
        }
    }

    /** Tables of release 0.1 have no tenure ids, and neither have their leaderships. */
    private Recorded recorded(Connection connection, Leadership leadership, String lock) throws SQLException {
        String tenure = leadership.tenureId().isPresent() ? "tenure" : "NULL::text";
        String sql = "SELECT epoch, " + tenure + ", (SELECT seqcache = 1 AND seqincrement = 1 AND NOT seqcycle"
                + " FROM pg_sequence WHERE seqrelid = " + raises + "::regclass) FROM " + table
                + " WHERE election = ?" + lock;
        return SqlQuery.of(connection, sql, leadership.election())
                .first(row -> new Recorded(row.getLong(1), Optional.ofNullable(row.getString(2)), row.getBoolean(3)))
                .orElse(Recorded.NONE);
    }

    /** Sets the shorter of the session's own limit and the remaining time of the leadership. */
    private void correctLimit(Connection connection, TransactionLimit limit, String shown, long millis, boolean kept)
            throws SQLException {
        boolean within = TransactionLimit.isWithin(shown, millis);
        boolean longer = !within && !shown.equals("0");
        if (within && !kept) {
            limit.set(connection, shown);
        } else if (longer && (kept || limit.isRunning())) {
            limit.restart(connection, millis);
        }
        boolean shorter = within && TransactionLimit.millisOf(shown).orElse(millis) < millis;
        if (shorter != kept) {
            sessionsHaveLimit = shorter;
        }
    }

    private static void compare(Leadership leadership, Recorded recorded) {
        long current = recorded.epoch();
        if (current > leadership.epoch()) {
            throw new StaleEpochException(leadership, current, null);
        }
        if (current < leadership.epoch()) {
            String found = current == 0 ? "the election is not known" : "its highest epoch is " + current;
            throw notInThisDatabase(leadership, found, null);
        }
        if (leadership.tenureId().isPresent() && !leadership.tenureId().equals(recorded.tenureId())) {
            throw StaleEpochException.ofOtherTenure(leadership);
        }
    }

    @Override
    boolean isStillGuarded(Connection connection, Leadership leadership, TransactionTicket admitted)
            throws SQLException {
        return SqlQuery.of(connection, "SELECT txid_current_if_assigned() = ?", admitted.transaction())
                .isTrue();
    }

    /** PostgreSQL accepts nothing after an error but a rollback, at least to a savepoint. */
    @Override
    boolean survived(Connection connection, Leadership leadership, TransactionTicket admitted, SQLException failed) {
        return true;
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
        return FenceTable.readEpoch(connection, "SELECT epoch FROM " + table + " WHERE election = ?", election);
    }

    @Override
    boolean repair(DataSource dataSource, SQLException failed) {
        return false;
    }
}
