package dev.baton.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The server settings of our own sessions, set in one round trip; a server that lacks one keeps its own. */
final class SessionSettings {
    /** How long a request waits for others' locks in one go; then others get their turn. */
    static final Duration SLICE = Duration.ofMillis(250);

    private final Map<String, String> settings = new LinkedHashMap<>();

    private SessionSettings(PostgresOptions options) {
        settings.put("synchronous_commit", "on");
        settings.put("default_transaction_isolation", "read committed");
        settings.put("plan_cache_mode", "force_generic_plan");
        settings.put("idle_in_transaction_session_timeout", "0");
        options.schema().ifPresent(schema -> settings.put("search_path", quoted(schema)));
    }

    /** Ended by the server when it stays silent for longer than the patience, however it fell silent. */
    static SessionSettings lock(PostgresOptions options) {
        SessionSettings lock = new SessionSettings(options);
        Duration patience = options.patience();
        lock.limits(options.requestTimeout(), SLICE);
        lock.settings.put("idle_session_timeout", millis(patience));
        lock.keepalive(patience);
        return lock;
    }

    /** Never ended for being idle; waits for no lock longer than a slice. */
    static SessionSettings control(PostgresOptions options) {
        SessionSettings control = new SessionSettings(options);
        control.limits(options.requestTimeout(), SLICE);
        control.settings.put("idle_session_timeout", "0");
        control.keepalive(options.patience());
        return control;
    }

    /** Waits for as long as it is told to. */
    static SessionSettings waiting(PostgresOptions options) {
        SessionSettings waiting = new SessionSettings(options);
        waiting.limits(Duration.ZERO, Duration.ZERO);
        waiting.settings.put("idle_session_timeout", "0");
        waiting.keepalive(options.patience());
        return waiting;
    }

    private void limits(Duration statement, Duration lock) {
        settings.put("statement_timeout", millis(statement));
        settings.put("lock_timeout", millis(lock));
    }

    /** A peer that vanished is noticed within the patience, and one that closed while a statement ran, at once. */
    private void keepalive(Duration patience) {
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

    Optional<String> value(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String quoted(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }
}
