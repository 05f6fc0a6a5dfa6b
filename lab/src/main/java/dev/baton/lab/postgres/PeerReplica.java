package dev.baton.lab.postgres;

import dev.baton.lab.LineProtocol;
import dev.baton.lab.peers.member.BatonPeer;
import dev.baton.lab.peers.member.ElectionSystem;
import dev.baton.lab.peers.member.ShedLockPeer;
import dev.baton.lab.peers.member.SpringJdbcPeer;
import dev.baton.support.sql.SqlQuery;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A program that is one replica of an application with the given number of elections: {@code SYSTEM STORE COUNT}. Sends
 * {@code acquired ELECTION NANOS}. The reply to any command is {@code threads COUNT}.
 */
final class PeerReplica {
    private PeerReplica() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        ElectionSystem system = switch (args[0]) {
            case "baton", "baton-lease" -> new BatonPeer(args[1]);
            case "spring" -> new SpringJdbcPeer(prepare(args[1], SpringJdbcPeer.TABLE));
            case "shedlock" -> ShedLockPeer.withOwnTime(prepare(args[1], ShedLockPeer.TABLE));
            default -> throw new IllegalArgumentException("unknown system " + args[0]);
        };
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            String election = "election-" + i;
            system.join(election, () -> protocol.send("acquired " + election + " " + System.nanoTime()));
        }
        protocol.send("ready");
        protocol.runCommands(command ->
                protocol.send("threads " + ManagementFactory.getThreadMXBean().getThreadCount()));
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
