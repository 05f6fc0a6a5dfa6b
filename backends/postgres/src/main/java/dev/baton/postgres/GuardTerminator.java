package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends transactions that are fenced by an older epoch and block an epoch raise. */
final class GuardTerminator {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private static final String TERMINATE = "SELECT l.pid, pg_terminate_backend(l.pid) FROM pg_locks l"
            + " JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted"
            + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.classid::bigint = ((?::bigint >> 32) & 4294967295) AND l.objid::bigint = (?::bigint & 4294967295)"
            + " AND l.pid <> pg_backend_pid() AND (? OR (a.state LIKE 'idle in transaction%'"
            + " AND a.state_change < clock_timestamp() - ? * interval '1 ms'))";

    private GuardTerminator() {}

    /**
     * Ends transactions that have been idle for longer than the validity, because only a frozen or forgotten client leaves
     * one idle for so long; ends all of them once the patience is over. Returns the number of transactions.
     */
    static int run(Connection connection, String election, Duration validity, boolean patienceOver)
            throws SQLException {
        long guard = AdvisoryKeys.guardOf(election);
        List<Integer> pids = SqlQuery.of(connection, TERMINATE, guard, guard, patienceOver, validity.toMillis())
                .all(row -> row.getInt(1));
        pids.forEach(pid -> LOG.warn(
                "election={} terminated server process {}: its transaction, fenced by an older epoch, blocked the next"
                        + " leader",
                election,
                pid));
        return pids.size();
    }
}
