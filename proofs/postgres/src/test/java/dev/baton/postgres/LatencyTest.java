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

/** How soon a standby leads after a kill, a release and the end of a session, beside a bare wait for a lock. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LatencyTest {
    private static final int ROUNDS = Integer.getInteger("postgres.rounds", 5);

    @Test // PG-8
    void aReleaseAndAnEndedSessionAreFollowedWithinMilliseconds() throws Exception {
        List<Long> bare = bareGrants();
        List<Long> releases = new ArrayList<>();
        List<Long> ended = new ArrayList<>();
        try (Stage stage = new Stage(TestServers.newest(), "patience=16s")) {
            Relay one = new Relay(stage, "one");
            Relay two = new Relay(stage, "two");
            one.candidate.start();
            Stage.awaitEpoch(one.candidate);
            two.candidate.start();
            for (int round = 0; round < 2 * ROUNDS; round++) {
                Relay leader = one.candidate.isLeader() ? one : two;
                Relay standby = leader == one ? two : one;
                Stage.await("the standby waits", () -> waits(stage) && standby.isReady());
                boolean release = round % 2 == 0;
                standby.takesOver(release ? leader::stepDown : () -> leader.end(stage))
                        .ifPresent((release ? releases : ended)::add);
            }
        }
        print("bare unlock to grant", bare);
        print("release to acquired", releases);
        print("end of session to acquired", ended);
        assertThat(releases.get(releases.size() / 2))
                .isLessThan(Duration.ofMillis(500).toNanos());
        assertThat(ended.get(ended.size() / 2))
                .isLessThan(Duration.ofMillis(500).toNanos());
    }

    /** Whether somebody waits for the session that holds the election's lock. */
    private static boolean waits(Stage stage) {
        return stage.store
                        .server()
                        .number(
                                stage.store.database(),
                                "SELECT count(*) FROM pg_locks w JOIN pg_locks h USING (locktype, database, classid,"
                                        + " objid, objsubid) JOIN pg_locks e ON e.pid = h.pid AND e.objsubid = 2"
                                        + " WHERE w.locktype = 'advisory' AND w.objsubid = 1 AND NOT w.granted"
                                        + " AND h.granted AND e.granted AND w.database = (SELECT oid FROM pg_database"
                                        + " WHERE datname = current_database())")
                > 0;
    }

    /** One of two candidates that hand over to each other; it never polls and yields only for a moment. */
    private static final class Relay {
        private final Candidate candidate;
        private volatile CompletableFuture<Long> acquired = new CompletableFuture<>();
        private volatile boolean refused;

        Relay(Stage stage, String name) {
            candidate = stage.connectDirectly()
                    .election(Stage.ELECTION)
                    .candidate(Stage.settings(name)
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

        /** Whether it has tried since it led, so that it yields no more and knows whom to wait for. */
        boolean isReady() {
            return refused && candidate.state() == CandidateState.FOLLOWER;
        }

        /** How long it took; none when the one that lost its session was back before anybody else came. */
        Optional<Long> takesOver(Runnable handOver) {
            acquired = new CompletableFuture<>();
            long before = System.nanoTime();
            handOver.run();
            long at = acquired.completeOnTimeout(before, 2, TimeUnit.SECONDS).join();
            return at == before ? Optional.empty() : Optional.of(at - before);
        }

        void stepDown() {
            candidate.stepDown(Duration.ofSeconds(5));
        }

        void end(Stage stage) {
            stage.store
                    .server()
                    .number(
                            stage.store.database(),
                            "SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory'"
                                    + " AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database"
                                    + " WHERE datname = current_database())");
        }
    }

    @Test // PG-8
    void aKilledProcessIsFollowedWithinMilliseconds() throws IOException {
        List<Long> kills = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            try (Stage stage = new Stage(TestServers.newest(), "patience=16s")) {
                String url =
                        "postgres://postgres@localhost:" + stage.store.server().port() + "/" + stage.store.database();
                try (TestCandidateProcess victim =
                        TestCandidateProcess.start(url, Stage.ELECTION, "victim", Duration.ZERO)) {
                    victim.awaitEvent("acquired");
                    CompletableFuture<Long> acquired = new CompletableFuture<>();
                    Candidate standby = stage.candidate(Stage.settings("standby")
                            .validity(Duration.ofSeconds(15))
                            .retry(context -> Optional.of(Duration.ofHours(1))));
                    standby.onAcquired(leadership -> acquired.complete(System.nanoTime()));
                    standby.start();
                    Stage.await("the standby waits", () -> stage.sessions("wait") == 1);
                    long before = System.nanoTime();
                    victim.crash();
                    kills.add(acquired.orTimeout(30, TimeUnit.SECONDS).join() - before);
                }
            }
        }
        print("kill to acquired", kills);
        assertThat(kills.get(ROUNDS / 2)).isLessThan(Duration.ofSeconds(1).toNanos());
    }

    private static List<Long> bareGrants() throws Exception {
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
                Stage.await(
                        "it waits",
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
