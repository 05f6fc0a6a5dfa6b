package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connections of one process to one database have the sessions and threads of one. */
@Timeout(120)
class SharedConnectionsTest {
    private static final int MANY = 50;

    /** The loop, the lock thread and the control thread. */
    private static final int THREADS = 3;

    private final PostgresFixture fixture = PostgresFixture.onNewest();
    private final List<Baton> connections = new ArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(Baton::close);
        fixture.close();
    }

    private Candidate started(String url, String election) {
        Baton baton = Baton.connect(url);
        connections.add(baton);
        Candidate candidate = baton.candidate(election);
        candidate.start();
        return candidate;
    }

    @Test // PG-1
    void fiftyLeadersHaveOneLockSessionAndOneControlSession() throws InterruptedException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        for (int i = 0; i < MANY; i++) {
            Candidate candidate = started(fixture.store.directUrl(), "election-" + i);
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        }
        assertThat(fixture.sessions("")).isEqualTo(2);
        Set<Thread> added = new HashSet<>(Thread.getAllStackTraces().keySet());
        added.removeAll(before);
        assertThat(added.stream().map(Thread::getName).filter(name -> name.startsWith("baton-")))
                .hasSizeLessThanOrEqualTo(THREADS);
        assertThat(fixture.electionLocks()).isEqualTo(MANY);
    }

    @Test // PG-1
    void closedConnectionReleasesItsLockAndNoOther() throws InterruptedException {
        started(fixture.store.directUrl(), "nightly").awaitLeadership(Duration.ofSeconds(30));
        Candidate other = started(fixture.store.directUrl(), "weekly");
        other.awaitLeadership(Duration.ofSeconds(30));
        connections.get(0).close();
        assertThat(fixture.electionLocks()).isEqualTo(1);
        assertThat(other.isLeader()).isTrue();
    }

    @Test // PG-1
    void connectionsWithExplicitKeysAreNotShared() throws InterruptedException {
        String url = fixture.store.directUrl() + "&key1=1&key2=2";
        Candidate first = started(url, "nightly");
        assertThat(first.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        assertThatThrownBy(() -> connections.get(0).candidate("weekly")).hasMessageContaining("one election");
        started(url, "weekly");
        assertThat(connections.get(0).backend()).isNotSameAs(connections.get(1).backend());
    }
}
