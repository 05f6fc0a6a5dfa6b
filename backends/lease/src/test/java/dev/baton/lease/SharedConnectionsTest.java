package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connections of one process to one database have the threads and the database connections of one. */
@Timeout(120)
class SharedConnectionsTest {
    private static final int MANY = 50;

    /** The loop, the poller, the watcher of the file with that of the JDK, and one thread for each kind of request. */
    private static final int THREADS = 7;

    /** Four connections for requests, and one that listens; on MariaDB one more that notifies. */
    private static final long SESSIONS = 5;

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    private static List<Baton> lead(String url) throws InterruptedException {
        List<Baton> connections = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Baton baton = Baton.connect(url);
            connections.add(baton);
            Candidate candidate = baton.candidate("election-" + i);
            candidate.start();
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        }
        return connections;
    }

    @Test // API-1
    void fiftyConnectionsToOneFileHaveTheThreadsOfOne() throws InterruptedException {
        SqliteLeaseStore store = new SqliteLeaseStore();
        Set<Thread> before = threads();
        List<Baton> connections = lead(store.url());
        Set<Thread> added = new HashSet<>(threads());
        added.removeAll(before);
        assertThat(added.stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("baton-") || name.startsWith("FileSystemWatch")))
                .hasSizeLessThanOrEqualTo(THREADS);
        connections.forEach(Baton::close);
        store.close();
    }

    @Test // API-1
    void fiftyConnectionsToOneDatabaseHaveTheSessionsOfOne() throws InterruptedException {
        PostgresLeaseStore store = new PostgresLeaseStore();
        List<Baton> connections = lead(store.url());
        assertThat(store.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND pid <> pg_backend_pid()"))
                .isBetween(1L, SESSIONS);
        connections.forEach(Baton::close);
        store.close();
    }

    @Test // API-1
    void fiftyConnectionsToOneMariadbDatabaseHaveTheSessionsOfOne() throws InterruptedException {
        MariadbLeaseStore store = new MariadbLeaseStore();
        List<Baton> connections = lead(store.url());
        assertThat(store.number("SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE()"
                        + " AND id <> CONNECTION_ID()"))
                .isBetween(1L, SESSIONS + 1);
        connections.forEach(Baton::close);
        store.close();
    }
}
