package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.postgres.PostgresTestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A database for the contract tests, connected through a proxy that can make it unreachable. */
final class PostgresContractStore implements ContractStore {
    private static final String HOLDER = "SELECT instance_id, epoch FROM baton_epochs e WHERE election = ? AND EXISTS"
            + " (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND classid::bigint = e.key1::bigint & 4294967295 AND objid::bigint = e.key2::bigint & 4294967295)";

    private final PostgresTestServer server;
    private final String database;
    private final String parameters;
    private final FaultProxy proxy;

    PostgresContractStore(PostgresTestServer server, String parameters) {
        this.server = server;
        this.database = server.newDatabase();
        this.parameters = parameters;
        this.proxy = FaultProxy.to("localhost", server.port());
    }

    String database() {
        return database;
    }

    PostgresTestServer server() {
        return server;
    }

    FaultProxy proxy() {
        return proxy;
    }

    String url() {
        return "postgres://postgres@localhost:" + proxy.port() + "/" + database + "?" + parameters;
    }

    /** Returns the URL without the proxy. */
    String directUrl() {
        return "postgres://postgres@localhost:" + server.port() + "/" + database + "?" + parameters;
    }

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of(StoreFeature.VISIBLE_STATE, "a renewal changes nothing in the store");
    }

    @Override
    public Backend open(BatonClock clock) {
        return PostgresFixture.openAsOwnProcess(url(), Map.of(), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start(url(), election, instanceId, validity);
    }

    /** The holder is in the row, but counts only while a session holds the lock of its keys. */
    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        try (Connection connection = server.connect(database);
                PreparedStatement statement = connection.prepareStatement(HOLDER)) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new StoreHolder(row.getString(1), row.getLong(2))) : Optional.empty();
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return Optional.of(TestCandidateProcess.start(url(), election, instanceId, validity, isolation));
    }

    /** A renewal changes nothing in the store. */
    @Override
    public Optional<String> stateInStore(String election) {
        return Optional.empty();
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        proxy.onTraffic(hook);
        return true;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        server.run(database, "UPDATE baton_epochs SET epoch = " + epoch + " WHERE election = '" + election + "'");
        return true;
    }

    @Override
    public void crash() {
        server.start(server.stop("QUIT"));
    }

    @Override
    public void deleteLock(String election) {
        server.run(database, "DELETE FROM baton_epochs WHERE election = '" + election + "'");
    }

    @Override
    public void corruptLock(String election) {
        server.run(
                database,
                "UPDATE baton_epochs SET instance_id = 'garbage', process = 1 WHERE election = '" + election + "'");
    }

    @Override
    public void breakDown() {
        proxy.refuse();
    }

    @Override
    public void repair() {
        proxy.heal();
    }

    @Override
    public void restart() {
        server.start(server.stop("INT"));
    }

    @Override
    public void close() {
        proxy.close();
        server.dropDatabase(database);
    }
}
