package dev.baton.fence;

import static dev.baton.fence.TestDatabase.await;
import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.LeadershipLostException;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fence by the election, on PostgreSQL. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PostgresFenceTest {
    private static final String ELECTION = "nightly";
    private static final FixedLeadership LEADER = FixedLeadership.of(ELECTION, 7);

    private final TestDatabase database = newDatabase();
    private final Fence fence = Fence.byElection();

    TestDatabase newDatabase() {
        return new TestDatabase();
    }

    PostgresFenceTest() {
        database.recordEpoch(ELECTION, 7);
    }

    private DataSource at(int isolation) {
        return new IsolatedDataSource(database.source(), isolation);
    }

    @ParameterizedTest // FENCE-2, PG-12
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void leaderWritesAndFormerLeaderIsRefused(int isolation) throws SQLException {
        assertThat(fence.inTransaction(at(isolation), LEADER, entry(7))).isEqualTo(1);
        database.recordEpoch(ELECTION, 8);
        assertThatThrownBy(() -> fence.inTransaction(at(isolation), LEADER, entry(7)))
                .isInstanceOfSatisfying(StaleEpochException.class, stale -> {
                    assertThat(stale.election()).isEqualTo(ELECTION);
                    assertThat(stale.epoch()).isEqualTo(7);
                    assertThat(stale.currentEpoch()).hasValue(8);
                })
                .hasMessageContaining(ELECTION)
                .hasMessageContaining("epoch 7")
                .hasMessageContaining("current epoch is 8");
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void guardThatWaitedForRaiseIsRefused(int isolation) throws Exception {
        fence.inTransaction(at(isolation), LEADER, connection -> 0);
        try (Connection raiser = database.source().getConnection();
                Statement raise = raiser.createStatement()) {
            raiser.setAutoCommit(false);
            raise.execute("SELECT pg_advisory_xact_lock(" + AdvisoryKeys.guardOf(ELECTION) + ")");
            raise.execute("UPDATE baton_epochs SET epoch = 8; SELECT nextval('baton_raises')");
            CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> {
                try {
                    return fence.inTransaction(at(isolation), LEADER, entry(7));
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            await("the guard waits", () -> database.guards(ELECTION, false) == 1);
            raiser.commit();
            assertThatThrownBy(writer::get).hasCauseInstanceOf(StaleEpochException.class);
        }
        assertThat(database.entries(7)).isZero();
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void refusesTransactionThatBeganBeforeRaise(int isolation) throws Exception {
        try (Connection writer = at(isolation).getConnection();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.executeQuery("SELECT count(*) FROM entries").close();
            fence.inTransaction(at(isolation), LEADER, connection -> 0);
            database.recordEpoch(ELECTION, 8);
            assertThatThrownBy(() -> fence.guard(writer, LEADER))
                    .satisfies(failed -> assertThat(failed instanceof StaleEpochException
                                    || (failed instanceof SQLException sql && "40001".equals(sql.getSQLState())))
                            .isTrue())
                    .satisfies(failed -> {
                        if (failed instanceof SQLException sql) {
                            assertThat(fence.staleness(database.source(), LEADER, sql)
                                            .flatMap(stale -> stale.currentEpoch().stream()
                                                    .boxed()
                                                    .findFirst()))
                                    .contains(8L);
                        }
                    });
            writer.rollback();
        }
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void raiseWaitsForGuardedTransaction(int isolation) throws Exception {
        try (Connection writer = at(isolation).getConnection();
                Connection raiser = database.source().getConnection();
                Statement raise = raiser.createStatement()) {
            writer.setAutoCommit(false);
            fence.guard(writer, LEADER);
            TestDatabase.entry(7).run(writer);
            CompletableFuture<Void> raised = CompletableFuture.runAsync(() -> {
                try {
                    raise.execute("SELECT pg_advisory_xact_lock(" + AdvisoryKeys.guardOf(ELECTION) + ");"
                            + "UPDATE baton_epochs SET epoch = 8");
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            await("the raise waits", () -> database.guards(ELECTION, false) == 1);
            writer.commit();
            raised.get();
        }
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2
    void guardedTransactionsDoNotWaitForEachOther() throws Exception {
        try (Connection first = database.source().getConnection();
                Connection second = database.source().getConnection()) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            fence.guard(first, LEADER);
            fence.guard(second, LEADER);
            entry(7).run(second);
            second.commit();
            entry(7).run(first);
            first.commit();
        }
        assertThat(database.entries(7)).isEqualTo(2);
    }

    @Test // FENCE-2: the shortcut is for one epoch, not for the state of the sequence alone
    void otherEpochIsComparedAlthoughTheSequenceIsUnchanged() throws SQLException {
        fence.inTransaction(database.source(), LEADER, entry(7));
        assertThatThrownBy(() -> fence.inTransaction(database.source(), FixedLeadership.of(ELECTION, 6), entry(6)))
                .isInstanceOf(StaleEpochException.class);
        assertThat(database.entries(6)).isZero();
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(strings = {"CACHE 50", "CACHE 2", "INCREMENT 2 CYCLE"})
    void sequenceThatHidesRaisesIsNotTrusted(String settings) throws SQLException {
        database.run("ALTER SEQUENCE baton_raises " + settings);
        fence.inTransaction(database.source(), LEADER, entry(7));
        // A raise by a session with cached values: the epoch changes, the value of the sequence does not.
        database.run("UPDATE baton_epochs SET epoch = 8");
        assertThatThrownBy(() -> fence.inTransaction(database.source(), LEADER, entry(7)))
                .isInstanceOf(StaleEpochException.class);
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2: a session can have cached values of a sequence that has no cache any more
    void sessionThatHadCachedValuesHidesNoRaise() throws SQLException {
        database.run("ALTER SEQUENCE baton_raises CACHE 50");
        try (Connection raiser = database.source().getConnection();
                Statement raise = raiser.createStatement()) {
            raise.execute("SELECT nextval('baton_raises')");
            database.run("ALTER SEQUENCE baton_raises CACHE 1");
            fence.inTransaction(database.source(), LEADER, entry(7));
            raise.execute("UPDATE baton_epochs SET epoch = 8; SELECT nextval('baton_raises')");
            assertThatThrownBy(() -> fence.inTransaction(database.source(), LEADER, entry(7)))
                    .isInstanceOf(StaleEpochException.class);
        }
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2: two tenures with one epoch, after the data went back
    void otherTenureWithTheSameEpochIsRefused() throws SQLException {
        database.run("ALTER TABLE baton_epochs ADD COLUMN tenure text; UPDATE baton_epochs SET tenure = 'second'");
        FixedLeadership second =
                new FixedLeadership(ELECTION, 7, Duration.ofSeconds(60), java.util.Optional.of("second"));
        FixedLeadership first =
                new FixedLeadership(ELECTION, 7, Duration.ofSeconds(60), java.util.Optional.of("first"));
        for (int isolation :
                new int[] {Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ}) {
            fence.inTransaction(at(isolation), second, entry(2));
            assertThatThrownBy(() -> fence.inTransaction(at(isolation), first, entry(1)))
                    .isInstanceOf(StaleEpochException.class)
                    .hasMessageContaining("another tenure has the same epoch");
        }
        assertThat(database.entries(1)).isZero();
    }

    @Test // FENCE-2
    void invalidLeadershipIsRefusedBeforeConnecting() {
        DataSource untouchable = new IsolatedDataSource(database.source(), -1);
        assertThatThrownBy(() -> fence.inTransaction(untouchable, FixedLeadership.of(ELECTION, 0), entry(0)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("never confirmed");
        assertThatThrownBy(() ->
                        fence.inTransaction(untouchable, new FixedLeadership(ELECTION, 7, Duration.ZERO), entry(7)))
                .isInstanceOf(LeadershipLostException.class);
    }

    @Test // FENCE-2
    void electionOfOtherDatabaseIsRefusedWithAdvice() {
        assertThatThrownBy(() -> fence.inTransaction(database.source(), FixedLeadership.of("other", 3), entry(3)))
                .isInstanceOf(BatonException.class)
                .isNotInstanceOf(StaleEpochException.class)
                .hasMessageContaining("byHighestSeen");
        assertThatThrownBy(() -> fence.inTransaction(database.source(), FixedLeadership.of(ELECTION, 9), entry(9)))
                .hasMessageContaining("its highest epoch is 7");
        assertThatThrownBy(() -> Fence.byElection("elsewhere").inTransaction(database.source(), LEADER, entry(7)))
                .hasMessageContaining("\"elsewhere\".baton_epochs");
    }

    @Test // FENCE-2
    void sameElectionInOtherDatabaseIsComparedThere() throws SQLException {
        fence.inTransaction(database.source(), LEADER, entry(7));
        TestDatabase other = newDatabase();
        other.recordEpoch(ELECTION, 8);
        assertThatThrownBy(() -> fence.inTransaction(other.source(), LEADER, entry(7)))
                .isInstanceOf(StaleEpochException.class);
        assertThat(other.entries(7)).isZero();
    }

    @Test // FENCE-2
    void detectsEpochRaisedByHandWithoutSequence() throws SQLException {
        fence.inTransaction(database.source(), LEADER, entry(7));
        database.run("UPDATE baton_epochs SET epoch = 8");
        await("the row is compared again", () -> {
            try {
                fence.inTransaction(database.source(), LEADER, connection -> 0);
                return false;
            } catch (StaleEpochException stale) {
                return true;
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    @Test // FENCE-2
    void raiseOfOtherElectionDoesNotRefuseThisOne() throws SQLException {
        fence.inTransaction(database.source(), LEADER, entry(7));
        database.recordEpoch("hourly", 3);
        assertThat(fence.inTransaction(database.source(), LEADER, entry(7))).isEqualTo(1);
        assertThat(fence.inTransaction(database.source(), FixedLeadership.of("hourly", 3), entry(3)))
                .isEqualTo(1);
    }

    @Test // FENCE-2
    void schemaNameCanContainQuotes() throws SQLException {
        String schema = "o'dd \"name";
        String quoted = "\"o'dd \"\"name\"";
        database.run("CREATE SCHEMA " + quoted + "; CREATE TABLE " + quoted + ".baton_epochs AS"
                + " SELECT * FROM baton_epochs; CREATE SEQUENCE " + quoted + ".baton_raises;"
                + " DROP TABLE baton_epochs; DROP SEQUENCE baton_raises");
        assertThat(Fence.byElection(schema).inTransaction(database.source(), LEADER, entry(7)))
                .isEqualTo(1);
    }

    @Test // FENCE-2
    void readCommittedNeedsOnlySelectPrivilege() throws SQLException {
        database.run("CREATE ROLE reader" + System.nanoTime() + " LOGIN");
        String role = role();
        database.run("GRANT SELECT ON baton_epochs, baton_raises TO " + role + "; GRANT INSERT ON entries TO " + role);
        assertThat(fence.inTransaction(database.sourceAs(role), LEADER, entry(7)))
                .isEqualTo(1);
    }

    private String role() throws SQLException {
        try (Connection connection = database.source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT rolname FROM pg_roles WHERE rolname LIKE 'reader%' ORDER BY oid DESC LIMIT 1")) {
            row.next();
            return row.getString(1);
        }
    }
}
