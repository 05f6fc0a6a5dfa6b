package dev.baton.lab.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.lab.LineProtocol;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.function.Consumer;

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

    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        LineProtocol protocol = new LineProtocol();
        Consumer<String> acquired = election -> protocol.send("acquired " + election + " " + System.nanoTime());
        ElectionSystem system = switch (args[0]) {
            case "baton", "baton-lease" -> baton(args[1]);
            case "spring" -> SpringPeer.over(pool(args[1]));
            case "shedlock" -> ShedLockPeer.over(pool(args[1]));
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

    /** Opens the most common connection pool, with its defaults: ten connections. */
    private static HikariDataSource pool(String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        return new HikariDataSource(config);
    }
}
