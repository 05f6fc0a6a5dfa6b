package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A transaction that was prepared under a guard blocks the next leader, and is named with its cure. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class PreparedTransactionsTest {
    private static final String GID = "it's mine";
    private static final String CURE = "ROLLBACK PREPARED 'it''s mine'";

    @ParameterizedTest // FENCE-2
    @ValueSource(strings = {"newest", "oldest"})
    void preparedTransactionThatBlocksTheNextLeaderIsLoggedOnceAndFoundByTheCheck(String which) {
        try (PostgresTestServer server = TestServers.started(which, Map.of("max_prepared_transactions", "4"))) {
            String database = server.newDatabase();
            try (Backend former = open(server, database)) {
                assertThat(attempt(contender(former))).isInstanceOf(AcquireOutcome.Won.class);
                assertThat(check(former).ok()).isTrue();
            }
            PostgresFixture.await(
                    "the former leader's lock is free",
                    () -> server.number(database, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0);
            prepare(server, database, "other-lock", AdvisoryKeys.guardOf("no election"));
            prepare(server, database, GID.replace("'", "''"), AdvisoryKeys.guardOf("nightly"));
            try (Backend successor = open(server, database);
                    CapturedLog log = new CapturedLog()) {
                Contender contender = contender(successor);
                assertThat(attempt(contender)).isInstanceOf(AcquireOutcome.HeldBy.class);
                assertThat(attempt(contender)).isInstanceOf(AcquireOutcome.HeldBy.class);
                assertThat(log.text().lines().filter(line -> line.contains(GID)))
                        .singleElement()
                        .asString()
                        .contains("election=nightly", "blocks the next leader", "Run: " + CURE);
                assertThat(log.text()).doesNotContain("other-lock");
                assertThat(check(successor).ok()).isFalse();
                assertThat(check(successor).detail())
                        .contains("election nightly", CURE)
                        .doesNotContain("other-lock");
                server.run(database, CURE);
                assertThat(check(successor).ok()).isTrue();
                assertThat(attempt(contender)).isInstanceOf(AcquireOutcome.Won.class);
            }
            server.run(database, "ROLLBACK PREPARED 'other-lock'");
        }
    }

    private static void prepare(PostgresTestServer server, String database, String gid, long guard) {
        server.run(
                database,
                "BEGIN; SELECT pg_advisory_xact_lock_shared(" + guard + "); PREPARE TRANSACTION '" + gid + "'");
    }

    private static Backend open(PostgresTestServer server, String database) {
        return PostgresFixture.openAsOwnProcess(
                server.url("postgres", database) + "?patience=2s", Map.of(), BatonClock.system());
    }

    private static StoreCheck check(Backend backend) {
        return backend.selfTest().stream()
                .filter(check -> check.name().equals("prepared"))
                .findFirst()
                .orElseThrow();
    }

    private static Contender contender(Backend backend) {
        return backend.contend(new ContenderSettings("nightly", "me", 0, "", new IgnoredSignals()));
    }

    private static AcquireOutcome attempt(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }
}
