package dev.baton.lab.postgres;

import dev.baton.lab.LineProtocol;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A program with one session and one advisory lock, the limit of a takeover: {@code JDBC-URL}. {@code lock} blocks until
 * the lock is granted and replies {@code granted NANOS}; {@code lock-durable} also commits one small row before the
 * reply. {@code unlock} replies {@code from NANOS}, the time before the release.
 */
final class BareSession {
    static final long KEY = 42;

    private BareSession() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        try (Connection connection = DriverManager.getConnection(args[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS bare (id int PRIMARY KEY, n bigint)");
            statement.execute("INSERT INTO bare VALUES (1, 0) ON CONFLICT DO NOTHING");
            protocol.send("ready");
            protocol.runCommands(command -> protocol.send(run(command, statement)));
        }
    }

    private static String run(String command, Statement statement) throws SQLException {
        if (command.equals("unlock")) {
            long from = System.nanoTime();
            statement.execute("SELECT pg_advisory_unlock(" + KEY + ")");
            return "from " + from;
        }
        statement.execute("SELECT pg_advisory_lock(" + KEY + ")");
        if (command.equals("lock-durable")) {
            statement.execute("UPDATE bare SET n = n + 1 WHERE id = 1");
        }
        return "granted " + System.nanoTime();
    }
}
