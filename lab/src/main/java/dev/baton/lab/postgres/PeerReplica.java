package dev.baton.lab.postgres;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.lab.LineProtocol;
import dev.baton.support.sql.SqlQuery;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * A program that is one replica of an application with the given number of elections: {@code SYSTEM STORE COUNT}. Sends
 * {@code acquired ELECTION NANOS}. The reply to any command is {@code threads COUNT}.
 */
final class PeerReplica {
    private PeerReplica() {}

    /** A system that elects leaders. */
    interface ElectionSystem {
        /** Takes part in an election until the process ends, and reports the name of each election that it acquires. */
        void join(String election, Consumer<String> acquired);
    }

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        Consumer<String> acquired = election -> protocol.send("acquired " + election + " " + System.nanoTime());
        ElectionSystem system = switch (args[0]) {
            case "baton", "baton-lease" -> baton(args[1]);
            case "spring" -> new SpringPeer(prepare(args[1], SpringPeer.TABLE));
            case "shedlock" -> new ShedLockPeer(prepare(args[1], ShedLockPeer.TABLE));
            default -> throw new IllegalArgumentException("unknown system " + args[0]);
        };
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            system.join("election-" + i, acquired);
        }
        protocol.send("ready");
        protocol.runCommands(command ->
                protocol.send("threads " + ManagementFactory.getThreadMXBean().getThreadCount()));
    }

    private static ElectionSystem baton(String url) {
        Baton baton = Baton.connect(url);
        return (election, acquired) -> {
            Candidate candidate = baton.candidate(election);
            candidate.onAcquired(leadership -> acquired.accept(election));
            candidate.start();
        };
    }

    /** Opens a pool with the default number of connections and creates the table of a system. */
    private static DataSource prepare(String jdbcUrl, String table) throws SQLException {
        DataSource source = LabServer.pool(jdbcUrl, 10);
        try (Connection connection = source.getConnection()) {
            SqlQuery.of(connection, "CREATE TABLE IF NOT EXISTS " + table).update();
        }
        return source;
    }
}
