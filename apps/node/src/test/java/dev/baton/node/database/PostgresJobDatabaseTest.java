package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.JobSpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PostgresJobDatabaseTest extends JobDatabaseContract {
    /** More than there are connections for reads. */
    private static final int READS = 20;

    @Override
    String url() {
        return TestPostgres.newDatabase();
    }

    @Test // NODE-7
    void temporaryDatabaseIsEmptyAndLeavesNothingBehind() {
        String url = TestPostgres.newDatabase();
        JobSpec spec =
                new JobSpec("work", Optional.empty(), List.of("true"), JobSpec.DEFAULT_TIMEOUT, Optional.empty(), 0);
        JobQuery all = new JobQuery(Optional.empty(), 10, Optional.empty(), false);
        try (JobDatabase real = JobDatabase.open(url)) {
            TermWriter leader = new TermWriter(real, beginTerm(real, "a", 7));
            leader.submit(spec, Optional.empty());
            try (JobDatabase temporary = JobDatabase.temporary(url)) {
                DeadlineLeadership leadership = beginTerm(temporary, "b", 1);
                assertThat(leadership.epoch()).isEqualTo(1);
                new TermWriter(temporary, leadership).submit(spec, Optional.empty());
                assertThat(temporary.jobs(all).orElseThrow().jobs()).hasSize(1);
                leader.submit(spec, Optional.empty());
            }
            assertThat(real.latestTerm().orElseThrow().nodeId()).isEqualTo("a");
            assertThat(real.jobs(all).orElseThrow().jobs()).hasSize(2);
        }
    }

    @Test // NODE-5
    void readsThatWaitDoNotDelayWhatLeadingNeeds() throws SQLException {
        String url = TestPostgres.newDatabase();
        JobQuery all = new JobQuery(Optional.empty(), 10, Optional.empty(), false);
        try (JobDatabase real = JobDatabase.open(url);
                Connection other = connect(url);
                Statement statement = other.createStatement();
                Connection monitor = connect(url)) {
            TermWriter leader = new TermWriter(real, beginTerm(real, "a", 1));
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE baton_jobs IN ACCESS EXCLUSIVE MODE");
            ExecutorService clients = Executors.newFixedThreadPool(READS);
            try {
                List<CompletableFuture<?>> reads = IntStream.range(0, READS)
                        .<CompletableFuture<?>>mapToObj(
                                i -> CompletableFuture.supplyAsync(() -> real.jobs(all), clients))
                        .toList();
                Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> waiting(monitor) >= 8);
                assertThat(real.latestTerm()).isPresent();
                assertThat(leader.recordDraining(() -> true)).isTrue();
                assertThat(reads).noneMatch(CompletableFuture::isDone);
                other.rollback();
                assertThat(CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)))
                        .succeedsWithin(Duration.ofMinutes(1));
            } finally {
                clients.shutdown();
            }
        }
    }

    private static Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(
                url.replace("postgres://postgres@", "jdbc:postgresql://") + "?user=postgres");
    }

    private static int waiting(Connection monitor) throws SQLException {
        try (Statement statement = monitor.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND wait_event_type = 'Lock'")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
