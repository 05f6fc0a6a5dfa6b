package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.TestCandidateProcess;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With a ttl of an hour, only notifications and evidence of death can change the leader within half a minute. */
class PushTest {
    private static final String HOUR = "?ttl=3600s";
    private static final Duration SOON = Duration.ofSeconds(30);

    private Optional<ContractStore> opened = Optional.empty();

    @AfterEach
    void close() {
        opened.ifPresent(ContractStore::close);
    }

    private String sqlite() {
        SqliteLeaseStore store = new SqliteLeaseStore();
        opened = Optional.of(store);
        return store.url().replaceAll("\\?.*", HOUR);
    }

    private String postgres() {
        PostgresLeaseStore store = new PostgresLeaseStore();
        opened = Optional.of(store);
        return store.url().replaceAll("\\?.*", HOUR);
    }

    private String mariadb(String product) {
        MariadbLeaseStore store = new MariadbLeaseStore(product);
        opened = Optional.of(store);
        return store.url().replaceAll("\\?.*", HOUR);
    }

    @Test // LEASE-5
    void standbyNoticesReleaseAtOnceOnMariadb() {
        releaseIsHeardOf(mariadb("mariadb"));
    }

    @Test // LEASE-5
    @Tag("proof")
    void standbyNoticesReleaseAtOnceWithMysqlsDriver() {
        releaseIsHeardOf(mariadb("mysql"));
    }

    @Test // LEASE-5
    void standbyNoticesReleaseAtOnceOnSqlite() {
        releaseIsHeardOf(sqlite());
    }

    @Test // LEASE-5
    void standbyNoticesReleaseAtOnceOnPostgres() {
        releaseIsHeardOf(postgres());
    }

    private static void releaseIsHeardOf(String url) {
        try (Baton one = Baton.builder().url(url).isolated().connect();
                Baton other = Baton.builder().url(url).isolated().connect()) {
            Candidate leader = one.candidate("nightly");
            Candidate standby = other.candidate("nightly");
            leader.start();
            Awaitility.await().atMost(SOON).until(leader::isLeader);
            for (int round = 0; round < 2; round++) {
                standby.start();
                Candidate next = standby;
                Awaitility.await()
                        .atMost(SOON)
                        .until(() -> one.election("nightly").leader().isPresent());
                leader.close();
                Awaitility.await().atMost(SOON).until(next::isLeader);
                leader = standby;
                standby = one.candidate("nightly");
            }
        }
    }

    @Test // LEASE-2, FENCE-1
    void standbyTakesOverFromKilledProcessOfThisHostAtOnceOnSqlite() {
        killIsNoticed(sqlite());
    }

    @Test // LEASE-2, FENCE-1
    void standbyTakesOverFromKilledProcessOfThisHostAtOnceOnPostgres() {
        killIsNoticed(postgres());
    }

    @Test // LEASE-2, FENCE-1
    void standbyTakesOverFromKilledProcessOfThisHostAtOnceOnMariadb() {
        killIsNoticed(mariadb("mariadb"));
    }

    @Test // LEASE-2, FENCE-1
    @Tag("proof")
    void standbyTakesOverFromKilledProcessOfThisHostAtOnceWithMysqlsDriver() {
        killIsNoticed(mariadb("mysql"));
    }

    @Test // LEASE-2
    @Tag("proof")
    void endOfTheLeadersSessionsWakesTheStandbyAndGivesItNothing() {
        MariadbLeaseStore store = new MariadbLeaseStore();
        opened = Optional.of(store);
        String url = store.url().replaceAll("\\?.*", HOUR);
        try (Baton one = Baton.builder().url(url).isolated().connect();
                Baton other = Baton.builder().url(url).isolated().connect()) {
            Candidate leader = one.candidate("nightly");
            Candidate standby = other.candidate("nightly");
            leader.start();
            Awaitility.await().atMost(SOON).until(leader::isLeader);
            standby.start();
            long epoch = leader.leadership().orElseThrow().epoch();
            for (int round = 0; round < 2; round++) {
                Awaitility.await("the standby waits for the leader's lock")
                        .atMost(SOON)
                        .until(() -> store.number(
                                        "SELECT count(*) FROM information_schema.processlist"
                                                + " WHERE db = DATABASE() AND state = 'User lock' AND info LIKE '%IS_USED_LOCK%'")
                                > 0);
                assertThat(store.endSessions()).isPositive();
            }
            Awaitility.await("the standby reads again")
                    .atMost(SOON)
                    .until(() -> store.number("SELECT count(*) FROM information_schema.processlist"
                                    + " WHERE db = DATABASE() AND id <> CONNECTION_ID()")
                            > 0);
            assertThat(standby.isLeader()).isFalse();
            assertThat(leader.leadership().orElseThrow().epoch()).isEqualTo(epoch);
        }
    }

    private static void killIsNoticed(String url) {
        try (TestCandidateProcess victim =
                        TestCandidateProcess.start(url, "nightly", "victim", Duration.ofMinutes(50));
                Baton baton = Baton.connect(url)) {
            Awaitility.await().atMost(SOON).until(() -> victim.status().leader());
            long epoch = victim.status().epoch();
            Candidate standby = baton.candidate("nightly");
            standby.start();
            Awaitility.await()
                    .atMost(SOON)
                    .until(() -> baton.election("nightly").roster().size() == 2);
            assertThat(standby.isLeader()).isFalse();
            victim.crash();
            Awaitility.await().atMost(SOON).until(standby::isLeader);
            assertThat(standby.leadership().orElseThrow().epoch()).isGreaterThan(epoch);
        }
    }
}
