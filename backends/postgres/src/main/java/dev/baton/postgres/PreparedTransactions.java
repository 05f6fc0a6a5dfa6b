package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepared transactions that block the next leader of an election, because they were prepared under its guard. They have
 * no session that could be ended, so that only an operator can remove them. Thread-safe.
 */
final class PreparedTransactions {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** A prepared transaction has no server process. The lock on its own id tells which locks are its. */
    private static final String WITH_ADVISORY_LOCK =
            "SELECT p.gid, p.owner, (l.classid::bigint << 32) | l.objid::bigint FROM pg_prepared_xacts p"
                    + " JOIN pg_locks t ON t.locktype = 'transactionid' AND t.transactionid = p.transaction AND t.pid IS NULL"
                    + " JOIN pg_locks l ON l.virtualtransaction = t.virtualtransaction AND l.pid IS NULL"
                    + " WHERE p.database = current_database() AND l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted"
                    + " ORDER BY p.prepared";

    /** The ids that were logged: an attempt to raise the epoch is repeated several times a second. */
    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** A prepared transaction that holds the guard with this key. */
    private record Prepared(String gid, String owner, long guard) {
        String cure() {
            return "ROLLBACK PREPARED '" + gid.replace("'", "''") + "' (or COMMIT PREPARED) as " + owner
                    + " or a superuser";
        }
    }

    /** Logs the prepared transactions that block the next leader of the election, each once. */
    void logBlocking(Connection connection, String election) throws SQLException {
        long guard = AdvisoryKeys.guardOf(election);
        for (Prepared prepared : read(connection)) {
            if (prepared.guard == guard && logged.add(prepared.gid)) {
                LOG.warn(
                        "election={} the prepared transaction {}, fenced by an older epoch, blocks the next leader, and"
                                + " no timeout ends it. Run: {}",
                        election,
                        prepared.gid,
                        prepared.cure());
            }
        }
    }

    /** Returns which prepared transactions block an election, and the statements that end them; empty if none does. */
    static Optional<String> problem(Connection connection) throws SQLException {
        Map<Long, String> elections = new HashMap<>();
        for (String election : SqlQuery.of(connection, EpochTable.ELECTIONS).all(row -> row.getString(1))) {
            elections.put(AdvisoryKeys.guardOf(election), election);
        }
        List<String> blocking = read(connection).stream()
                .filter(prepared -> elections.containsKey(prepared.guard))
                .map(prepared -> "election " + elections.get(prepared.guard)
                        + " gets no next leader while the transaction " + prepared.gid + " is prepared. Run: "
                        + prepared.cure())
                .toList();
        return blocking.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", blocking));
    }

    private static List<Prepared> read(Connection connection) throws SQLException {
        return SqlQuery.of(connection, WITH_ADVISORY_LOCK)
                .all(row -> new Prepared(row.getString(1), row.getString(2), row.getLong(3)));
    }
}
