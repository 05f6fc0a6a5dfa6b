package dev.baton.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** A MariaDB database, 10.3 or newer. Versions come from one sequence, so that no version is used twice. */
final class MariadbDatabase extends InnodbDatabase {
    private static final String VERSION = "NEXTVAL(objects_version)";

    private static final List<String> TABLES =
            List.of("CREATE SEQUENCE IF NOT EXISTS objects_version ENGINE=InnoDB", OBJECTS, SIGNAL);

    private static final String ON_DUPLICATE = " ON DUPLICATE KEY UPDATE payload = VALUES(payload), resource_version = "
            + VERSION + ", updated_at_ms = " + NOW;

    /**
     * One version for all rows, which the server returns like a generated key. The limit keeps the optimizer from
     * evaluating the sequence for each row.
     */
    private static final String TOUCH = "UPDATE objects, (SELECT " + VERSION + " AS version LIMIT 1) AS next"
            + " SET resource_version = LAST_INSERT_ID(next.version), updated_at_ms = " + NOW + " WHERE ";

    MariadbDatabase(ConnectionSource source, String shown, StoreSettings settings) {
        super(source, shown, settings, VERSION, TABLES);
    }

    @Override
    void check(ServerVariables server) {
        server.requireMariadb(shown());
        server.refuseClusters(shown());
    }

    /** Also keeps long lists of keys from being turned into joins, which lock rows in another order. */
    @Override
    List<String> limits() {
        double seconds = settings.requestTimeout().toMillis() / 1000.0;
        return List.of(String.format(
                Locale.ROOT,
                "SET SESSION max_statement_time = %.3f, idle_transaction_timeout = %d, in_predicate_conversion_threshold = 0",
                seconds,
                (long) Math.ceil(seconds)));
    }

    @Override
    List<String> noStatementLimit() {
        return List.of("SET SESSION max_statement_time = 0");
    }

    @Override
    boolean upsert(StoreSession session, ObjectKey key, String payload) throws SQLException {
        return session.update(insertSql() + ON_DUPLICATE, bytes(key.type()), bytes(key.id()), payload) > 0;
    }

    @Override
    Touched touch(StoreSession session, String where, Object... parameters) throws SQLException {
        StoreSession.Generated generated = session.generate(TOUCH + where, parameters);
        return new Touched(generated.rows(), generated.number());
    }
}
