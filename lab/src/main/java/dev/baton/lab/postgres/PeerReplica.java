package dev.baton.lab.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.lab.LineProtocol;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;

/**
 * One of several replicas as a program, {@code SYSTEM STORE COUNT}: stands in so many elections, as a user of
 * that system would. Says {@code acquired ELECTION NANOS}; the order {@code threads} makes it say how many
 * it has.
 */
public final class PeerReplica {
    private PeerReplica() {}

    /** Whom to tell of a leadership. */
    interface Acquired {
        void of(String election);
    }

    /** Something that stands in one election, until the process ends. */
    interface Standing {
        void in(String election, Acquired acquired);
    }

    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        LineProtocol speaker = new LineProtocol();
        Acquired acquired = election -> speaker.say("acquired " + election + " " + System.nanoTime());
        Standing standing = switch (args[0]) {
            case "baton", "baton-lease" -> baton(args[1]);
            case "spring" -> SpringPeer.over(pool(args[1]));
            case "shedlock" -> ShedLockPeer.over(pool(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        };
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            standing.in("election-" + i, acquired);
        }
        speaker.say("ready");
        speaker.obey(order ->
                speaker.say("threads " + ManagementFactory.getThreadMXBean().getThreadCount()));
    }

    private static Standing baton(String url) {
        Baton baton = Baton.connect(url);
        return (election, acquired) -> {
            Candidate candidate = baton.election(election)
                    .candidate(CandidateSettings.builder().build());
            candidate.onAcquired(leadership -> acquired.of(election));
            candidate.start();
        };
    }

    /** The pool that most applications have, with its defaults: ten connections. */
    private static HikariDataSource pool(String jdbcUrl) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(jdbcUrl);
        return new HikariDataSource(config);
    }
}
