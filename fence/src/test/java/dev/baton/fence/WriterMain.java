package dev.baton.fence;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A leader as a program: {@code URL ELECTION JDBC_URL guarded|bare}. It becomes leader, writes a row, prints {@code writing
 * EPOCH}, waits for a line, writes another row and commits. Then it prints {@code committed} or {@code stale MESSAGE}.
 */
final class WriterMain {
    private static final BufferedReader COMMANDS =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private WriterMain() {}

    public static void main(String[] args) throws Exception {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(args[2]);
        source.setApplicationName("victim");
        CandidateSettings settings = CandidateSettings.builder()
                .instanceId("victim")
                .autoReacquire(false)
                .build();
        try (Baton baton = Baton.connect(args[0]);
                Candidate candidate = baton.election(args[1]).candidate(settings)) {
            candidate.start();
            Leadership leadership =
                    candidate.awaitLeadership(Duration.ofSeconds(30)).orElseThrow();
            try {
                write(source, leadership, args[3].equals("guarded"));
                print("committed");
            } catch (StaleEpochException stale) {
                print("stale " + stale.getMessage());
            }
        }
    }

    private static void write(DataSource source, Leadership leadership, boolean guarded) throws SQLException {
        GuardedWork<Integer> work = connection -> {
            TestDatabase.entry(leadership.epoch()).run(connection);
            print("writing " + leadership.epoch() + " " + leadership.remaining().toMillis());
            awaitLine();
            return TestDatabase.entry(leadership.epoch()).run(connection);
        };
        if (guarded) {
            Fence.byElection().inTransaction(source, leadership, work);
            return;
        }
        leadership.check();
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            work.run(connection);
            connection.commit();
        }
    }

    private static void awaitLine() {
        try {
            COMMANDS.readLine();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
