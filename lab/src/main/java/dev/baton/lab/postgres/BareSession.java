package dev.baton.lab.postgres;

import dev.baton.lab.LineProtocol;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The raw limit as a program, {@code JDBC-URL}: one session and one advisory lock. {@code lock} blocks until
 * it is granted and says {@code granted NANOS}; {@code lock-durable} first commits one small row after
 * that; {@code unlock} says {@code from NANOS}, taken before it asked.
 */
public final class BareSession {
    static final long KEY = 42;

    private BareSession() {}

    public static void main(String[] args) throws SQLException, IOException, InterruptedException {
        LineProtocol speaker = new LineProtocol();
        try (Connection connection = DriverManager.getConnection(args[0]);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS bare (id int PRIMARY KEY, n bigint)");
            statement.execute("INSERT INTO bare VALUES (1, 0) ON CONFLICT DO NOTHING");
            speaker.say("ready");
            speaker.obey(order -> {
                try {
                    obey(order, statement, speaker);
                } catch (SQLException failed) {
                    throw new IOException(failed);
                }
            });
        }
    }

    private static void obey(String order, Statement statement, LineProtocol speaker) throws SQLException {
        if (order.equals("unlock")) {
            long now = System.nanoTime();
            statement.execute("SELECT pg_advisory_unlock(" + KEY + ")");
            speaker.say("from " + now);
            return;
        }
        statement.execute("SELECT pg_advisory_lock(" + KEY + ")");
        if (order.equals("lock-durable")) {
            statement.execute("UPDATE bare SET n = n + 1 WHERE id = 1");
        }
        long now = System.nanoTime();
        speaker.say("granted " + now);
    }
}
