package dev.baton.lease;

import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;

/** The contract's store for leases in a PostgreSQL database, reached through a proxy. */
final class PostgresLeaseStore extends ServerLeaseStore {
    private final PostgresTestServer server = TestServers.newest();
    private final String database = server.newDatabase();

    PostgresLeaseStore() {
        super(FaultProxy.to("localhost", TestServers.newest().port()));
    }

    @Override
    String url() {
        return "lease:postgres://postgres@localhost:" + proxy.port() + "/" + database + "?ttl=3s";
    }

    @Override
    public void crash() {
        server.start(server.stop("QUIT"));
    }

    @Override
    Connection connect() throws SQLException {
        return server.connect(database);
    }

    @Override
    void execute(String sql) {
        server.run(database, sql);
    }

    @Override
    long number(String question) {
        return server.number(database, question);
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
