package dev.baton.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The server settings of our sessions, applied in one round trip. Settings that a server does not have are skipped. */
final class SessionSettings {
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(250);

    private final Map<String, String> settings = new LinkedHashMap<>();

    private SessionSettings(
            PostgresOptions options, Duration statementTimeout, Duration lockTimeout, Duration idleTimeout) {
        settings.put("synchronous_commit", "on");
        settings.put("default_transaction_isolation", "read committed");
        settings.put("plan_cache_mode", "force_generic_plan");
        settings.put("idle_in_transaction_session_timeout", "0");
        // From PostgreSQL 17 on. A limit of the role or the database would end every longer wait.
        settings.put("transaction_timeout", "0");
        options.schema().ifPresent(schema -> settings.put("search_path", quoted(schema)));
        settings.put("statement_timeout", millis(statementTimeout));
        settings.put("lock_timeout", millis(lockTimeout));
        settings.put("idle_session_timeout", millis(idleTimeout));
        putKeepalive(options.patience());
    }

    /**
     * Returns the longest single wait for a lock of another session. After it, queued requests get their turn. It ends
     * before the statement's own limit, so that the error names the cause.
     */
    static Duration lockTimeout(PostgresOptions options) {
        Duration half = options.requestTimeout().dividedBy(2);
        return half.compareTo(LOCK_TIMEOUT) < 0 ? half : LOCK_TIMEOUT;
    }

    /** The server ends this session if it is silent for longer than the patience. */
    static SessionSettings lock(PostgresOptions options) {
        return new SessionSettings(options, options.requestTimeout(), lockTimeout(options), options.patience());
    }

    /** The server never ends this session for being idle. */
    static SessionSettings control(PostgresOptions options) {
        return new SessionSettings(options, options.requestTimeout(), lockTimeout(options), Duration.ZERO);
    }

    /** Statements of this session set their own limits. */
    static SessionSettings waiting(PostgresOptions options) {
        return new SessionSettings(options, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** Lets the server notice a vanished peer within the patience, and one that closed during a statement at once. */
    private void putKeepalive(Duration patience) {
        long third = Math.max(1, patience.toSeconds() / 3);
        settings.put("tcp_keepalives_idle", Long.toString(third));
        settings.put("tcp_keepalives_interval", Long.toString(Math.max(1, third / 2)));
        settings.put("tcp_keepalives_count", "3");
        settings.put("tcp_user_timeout", millis(patience));
        settings.put("client_connection_check_interval", "500");
    }

    void applyTo(Connection connection) throws SQLException {
        StringBuilder block = new StringBuilder("DO $baton$ BEGIN ");
        settings.forEach((name, value) -> block.append("BEGIN PERFORM set_config('")
                .append(name)
                .append("', '")
                .append(value.replace("'", "''"))
                .append("', false); EXCEPTION WHEN OTHERS THEN NULL; END; "));
        try (Statement statement = connection.createStatement()) {
            statement.execute(block.append("END $baton$").toString());
        }
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String quoted(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }
}
