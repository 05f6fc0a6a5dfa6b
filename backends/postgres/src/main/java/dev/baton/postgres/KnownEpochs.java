package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The highest epoch that this process has read from the row of each election in which it has a candidate. If the data of
 * the server goes back (a restored backup, a failover to a replica that lagged, a truncated table), the rows are raised to
 * these epochs again, so that no later tenure has an epoch that was in use. Thread-safe.
 *
 * <p>Only committed rows count, never notifications: every role that may connect can send those.
 */
final class KnownEpochs {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final String store;
    private final long patienceMillis;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /**
     * The highest epoch of an election, and the keys of its lock.
     *
     * @param tenure the id of the tenure with that epoch, if known
     * @param repeated whether another tenure has the same epoch, so that the row must go above it
     */
    private record Known(String election, AdvisoryKeys keys, long epoch, Optional<String> tenure, boolean repeated) {

        Known with(Known other) {
            if (other.epoch != epoch) {
                return other.epoch > epoch ? other : this;
            }
            if (tenure.isEmpty()) {
                return other;
            }
            boolean differs = other.tenure.isPresent() && !other.tenure.equals(tenure);
            return new Known(election, keys, epoch, tenure, repeated || differs);
        }

        /** Returns the lowest epoch that the row may have. */
        long lowest() {
            return repeated && epoch < Long.MAX_VALUE ? epoch + 1 : epoch;
        }
    }

    /** A row that was raised. */
    private record Raised(String election, long before, long epoch) {}

    KnownEpochs(String store, long patienceMillis) {
        this.store = store;
        this.patienceMillis = patienceMillis;
    }

    /** Notes an epoch that a row of the election had, and the id of its tenure. */
    void add(String election, AdvisoryKeys keys, long epoch, Optional<String> tenure) {
        if (epoch > 0) {
            known.merge(election, new Known(election, keys, epoch, tenure, false), Known::with);
        }
    }

    /** Returns the lowest epoch that the row of the election may have; 0 if none is known. */
    long lowest(String election) {
        Known found = known.get(election);
        return found == null ? 0 : found.lowest();
    }

    /** Raises the rows of all elections that are below their known epochs. One statement; none if nothing is known. */
    void restoreAll(Connection connection) throws SQLException {
        restore(connection, known.values());
    }

    /** Raises the row of the election if it is below the known epoch. */
    void restore(Connection connection, String election) throws SQLException {
        Known found = known.get(election);
        restore(connection, found == null ? List.of() : List.of(found));
    }

    /**
     * Raises the row of a leader before its lock is freed, if the row is missing or old: the next holder of the lock must
     * begin above the epochs that were in use. A failure is logged, because the lock must be freed all the same.
     */
    void restoreBeforeUnlock(Connection connection, String election, @Nullable EpochRow row) throws SQLException {
        if (row != null && row.epoch() >= lowest(election)) {
            return;
        }
        try {
            restore(connection, election);
        } catch (LockException refused) {
            LOG.error("{}", refused.getMessage());
        }
    }

    /** A leader whose epoch is too low finds its row changed at its next renewal, and competes again. */
    private void restore(Connection connection, Collection<Known> some) throws SQLException {
        List<Known> all = List.copyOf(some);
        if (all.isEmpty()) {
            return;
        }
        EpochRaises.Columns<Known> columns = new EpochRaises.Columns<>(connection, all);
        try {
            SqlQuery.of(
                            connection,
                            EpochTable.RESTORE,
                            columns.of("int4", one -> one.keys.key1()),
                            columns.of("int4", one -> one.keys.key2()),
                            columns.of("text", Known::election),
                            columns.of("int8", Known::lowest),
                            patienceMillis)
                    .all(row -> new Raised(row.getString(1), row.getLong(2), row.getLong(3)))
                    .forEach(raised -> all.stream()
                            .filter(one -> one.election.equals(raised.election))
                            .forEach(one ->
                                    logWentBack(one.election, store, raised.before, one.epoch, raised.epoch + 1)));
        } catch (SQLException failed) {
            if (SqlErrors.endsSession(failed)) {
                throw failed;
            }
            throw new LockException(
                    store
                            + ": the table baton_epochs may have gone back behind epochs that have been in use, and could not"
                            + " be raised above them (" + failed.getMessage() + "). Nobody should lead before it is."
                            + " Remove the cause, or run as the owner of the table:\n" + cure(all),
                    failed);
        }
    }

    /** Logs that data of the server went back. */
    static void logWentBack(String election, String store, long recorded, long used, long next) {
        LOG.error(
                "election={} epochs in {} went back: the table has {}, but epoch {} has been in use{}. The data was"
                        + " restored, replaced or lost. The next epoch is {} or higher, above all known ones. Check the other data of"
                        + " that database",
                election,
                store,
                recorded,
                used,
                recorded == used ? " by another tenure" : "",
                next);
    }

    private static String cure(List<Known> all) {
        StringBuilder statements = new StringBuilder();
        all.forEach(one -> statements
                .append("UPDATE baton_epochs SET epoch = greatest(epoch, ")
                .append(one.lowest())
                .append("), tenure = NULL WHERE election = '")
                .append(one.election)
                .append("';\n"));
        return statements.append("SELECT nextval('baton_raises');").toString();
    }
}
