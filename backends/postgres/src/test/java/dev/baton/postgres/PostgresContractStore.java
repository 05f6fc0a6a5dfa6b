package dev.baton.postgres;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.postgres.PostgresTestServer;
import java.time.Duration;
import java.util.Map;

/** A database for the contract tests, connected through a proxy that can make it unreachable. */
final class PostgresContractStore implements ContractStore {
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
    public Backend open(BatonClock clock) {
        return PostgresFixture.openAsOwnProcess(url(), Map.of(), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start(url(), election, instanceId, validity);
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
