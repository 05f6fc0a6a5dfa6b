package dev.baton.lab.postgres;

import dev.baton.lab.CandidateProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;

/**
 * A {@link CandidateProcess} that also holds the lock of a {@link BareSession} in a separate session until it ends:
 * {@code URL ELECTION ID JDBC-URL}.
 */
final class LockHoldingCandidate {
    private LockHoldingCandidate() {}

    public static void main(String[] args) throws Exception {
        try (Connection bare = DriverManager.getConnection(args[3]);
                Statement statement = bare.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + BareSession.KEY + ")");
            CandidateProcess.main(new String[] {args[0], args[1], args[2]});
        }
    }
}
