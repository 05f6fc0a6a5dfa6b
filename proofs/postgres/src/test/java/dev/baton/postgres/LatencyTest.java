package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Measures the failover time after a kill, a release and the end of a session, compared with a plain lock wait. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LatencyTest {
    private static final int ROUNDS = Integer.getInteger("postgres.rounds", 5);

    @Test // PG-8
    void successorLeadsWithinMillisecondsAfterReleaseAndEndedSession() throws Exception {
        List<Long> plain = plainGrants();
        List<Long> releases = new ArrayList<>();
        List<Long> terminations = new ArrayList<>();
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=16s")) {
            Relay one = new Relay(fixture, "one");
            Relay two = new Relay(fixture, "two");
            one.candidate.start();
            PostgresFixture.awaitEpoch(one.candidate);
            two.candidate.start();
            for (int round = 0; round < 2 * ROUNDS; round++) {
                Relay leader = one.candidate.isLeader() ? one : two;
                Relay standby = leader == one ? two : one;
                PostgresFixture.await("the standby waits", () -> isLeaderWatched(fixture) && standby.isReady());
                boolean release = round % 2 == 0;
                standby.measureTakeover(release ? leader::stepDown : () -> leader.terminate(fixture))
                        .ifPresent((release ? releases : terminations)::add);
            }
        }
        print("plain unlock to grant", plain);
        print("release to acquired", releases);
        print("end of session to acquired", terminations);
        assertThat(releases.get(releases.size() / 2))
                .isLessThan(Duration.ofMillis(500).toNanos());
        assertThat(terminations.get(terminations.size() / 2))
                .isLessThan(Duration.ofMillis(500).toNanos());
    }

    /** Returns whether a session waits for the liveness lock of the leader's session. */
    private static boolean isLeaderWatched(PostgresFixture fixture) {
        return fixture.number("SELECT count(*) FROM pg_locks w JOIN pg_locks h USING (locktype, database, classid,"
                        + " objid, objsubid) JOIN pg_locks e ON e.pid = h.pid AND e.objsubid = 2"
                        + " WHERE w.locktype = 'advisory' AND w.objsubid = 1 AND NOT w.granted"
                        + " AND h.granted AND e.granted AND w.database = (SELECT oid FROM pg_database"
                        + " WHERE datname = current_database())")
                > 0;
    }

    /** One of two candidates that take over from each other. It never polls, and yields only briefly. */
    private static final class Relay {
        private final Candidate candidate;
        private volatile CompletableFuture<Long> acquired = new CompletableFuture<>();
        private volatile boolean refused;

        Relay(PostgresFixture fixture, String name) {
            candidate = fixture.connectDirectly()
                    .election(PostgresFixture.ELECTION)
                    .candidate(PostgresFixture.settings(name)
                            .validity(Duration.ofSeconds(15))
                            .reacquireDelay(Duration.ofMillis(200))
                            .retry(context -> Optional.of(Duration.ofHours(1)))
                            .build());
            candidate.onAcquired(leadership -> {
                acquired.complete(System.nanoTime());
                refused = false;
            });
            candidate.onAcquireFailed(failed -> refused = true);
        }

        /** Returns whether the candidate has tried to acquire since it led, so that it waits for the leader's process. */
        boolean isReady() {
            return refused && candidate.state() == CandidateState.FOLLOWER;
        }

        /** Returns the time until the candidate leads; empty if the former leader reacquired first. */
        Optional<Long> measureTakeover(Runnable handover) {
            acquired = new CompletableFuture<>();
            long before = System.nanoTime();
            handover.run();
            long at = acquired.completeOnTimeout(before, 2, TimeUnit.SECONDS).join();
            return at == before ? Optional.empty() : Optional.of(at - before);
        }

        void stepDown() {
            candidate.stepDown(Duration.ofSeconds(5));
        }

        void terminate(PostgresFixture fixture) {
            fixture.number("SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'"
                    + " AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database"
                    + " WHERE datname = current_database())");
        }
    }

    @Test // PG-8
    void successorLeadsWithinMillisecondsAfterKill() throws IOException {
        List<Long> kills = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=16s")) {
                String url = "postgres://postgres@localhost:"
                        + fixture.store.server().port() + "/" + fixture.store.database();
                try (TestCandidateProcess victim =
                        TestCandidateProcess.start(url, PostgresFixture.ELECTION, "victim", Duration.ZERO)) {
                    victim.awaitEvent("acquired");
                    CompletableFuture<Long> acquired = new CompletableFuture<>();
                    Candidate standby = fixture.candidate(PostgresFixture.settings("standby")
                            .validity(Duration.ofSeconds(15))
                            .retry(context -> Optional.of(Duration.ofHours(1))));
                    standby.onAcquired(leadership -> acquired.complete(System.nanoTime()));
                    standby.start();
                    PostgresFixture.await("the standby waits", () -> fixture.sessions("wait") == 1);
                    long before = System.nanoTime();
                    victim.crash();
                    kills.add(acquired.orTimeout(30, TimeUnit.SECONDS).join() - before);
                }
            }
        }
        print("kill to acquired", kills);
        assertThat(kills.get(ROUNDS / 2)).isLessThan(Duration.ofSeconds(1).toNanos());
    }

    private static List<Long> plainGrants() throws Exception {
        List<Long> grants = new ArrayList<>();
        try (Connection holder = TestServers.newest().connect("postgres");
                Connection waiter = TestServers.newest().connect("postgres");
                Statement holding = holder.createStatement();
                Statement waiting = waiter.createStatement()) {
            for (int round = 0; round < ROUNDS; round++) {
                holding.execute("SELECT pg_advisory_lock(42)");
                CompletableFuture<Long> granted = CompletableFuture.supplyAsync(() -> {
                    try {
                        waiting.execute("SELECT pg_advisory_lock(42)");
                        return System.nanoTime();
                    } catch (java.sql.SQLException failed) {
                        throw new IllegalStateException(failed);
                    }
                });
                PostgresFixture.await(
                        "the waiter is blocked",
                        () -> TestServers.newest().number("postgres", "SELECT count(*) FROM pg_locks WHERE NOT granted")
                                == 1);
                long before = System.nanoTime();
                holding.execute("SELECT pg_advisory_unlock(42)");
                grants.add(granted.join() - before);
                waiting.execute("SELECT pg_advisory_unlock(42)");
            }
        }
        return grants;
    }

    private static void print(String what, List<Long> nanos) {
        Collections.sort(nanos);
        System.out.printf(
                "%s n=%d min=%.2f p50=%.2f max=%.2f ms%n",
                what,
                nanos.size(),
                nanos.get(0) / 1e6,
                nanos.get(nanos.size() / 2) / 1e6,
                nanos.get(nanos.size() - 1) / 1e6);
    }
}
