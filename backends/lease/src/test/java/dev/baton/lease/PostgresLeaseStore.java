package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;

/** The contract's store for leases in a PostgreSQL database, reached through a proxy. */
final class PostgresLeaseStore implements ContractStore {
    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();
    private final FaultProxy proxy = FaultProxy.to("localhost", server.port());

    String url() {
        return "lease:postgres://postgres@localhost:" + proxy.port() + "/" + database + "?ttl=3s";
    }

    @Override
    public Backend open(BatonClock clock) {
        LeaseUrl url = LeaseUrl.parse(url());
        return LeaseBackend.open(url.store(), url.options(), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start(url(), election, instanceId, validity);
    }

    @Override
    public void deleteLock(String election) {
        execute("DELETE FROM objects WHERE object_type = 'reconciler_lease' AND id = '" + election + "'");
    }

    @Override
    public void corruptLock(String election) {
        execute("UPDATE objects SET payload = 'garbage' WHERE object_type = 'reconciler_lease' AND id = '" + election
                + "'");
    }

    void execute(String sql) {
        server.run(database, sql);
    }

    long number(String question) {
        return server.number(database, question);
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
