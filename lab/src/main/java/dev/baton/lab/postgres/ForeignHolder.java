package dev.baton.lab.postgres;

import dev.baton.lab.LineProtocol;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/**
 * A program that knows nothing of Baton and holds the advisory lock of an election until it ends, together with the lock
 * of a {@link BareSession}: {@code JDBC-URL ELECTION}. Sends {@code waiting} before, and {@code acquired NANOS} when it
 * has the lock of the election.
 */
final class ForeignHolder {
    private ForeignHolder() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        AdvisoryKeys keys = AdvisoryKeys.of(args[1]);
        try (Connection bare = DriverManager.getConnection(args[0]);
                Statement both = bare.createStatement()) {
            both.execute("SELECT pg_advisory_lock(" + BareSession.KEY + ")");
            protocol.send("waiting");
            both.execute("SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
            protocol.send("acquired " + System.nanoTime());
            protocol.runCommands(command -> {});
        }
    }
}
