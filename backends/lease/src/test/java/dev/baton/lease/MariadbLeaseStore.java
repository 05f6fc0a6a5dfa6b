package dev.baton.lease;

import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.mariadb.MariadbTestServer;
import java.sql.Connection;
import java.sql.SQLException;

/** The contract's store for leases in a MariaDB database, reached through a proxy. */
final class MariadbLeaseStore extends ServerLeaseStore {
    private final MariadbTestServer server = MariadbTestServer.shared();
    private final String database = server.newDatabase();
    private final String product;

    MariadbLeaseStore() {
        this("mariadb");
    }

    /** @param product the dialect and the driver: {@code mariadb} or {@code mysql} */
    MariadbLeaseStore(String product) {
        super(FaultProxy.to("127.0.0.1", MariadbTestServer.shared().port()));
        this.product = product;
    }

    @Override
    String url() {
        return "lease:" + product + "://" + MariadbTestServer.USER + "@127.0.0.1:" + proxy.port() + "/" + database
                + "?ttl=3s";
    }

    @Override
    public void crash() {
        server.kill();
        server.start();
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

    /** Ends all sessions of the database, of the leader too, while its process lives on. */
    int endSessions() {
        return server.terminate(database);
    }

    @Override
    public void restart() {
        server.stop();
        server.start();
    }

    @Override
    public void close() {
        proxy.close();
        server.dropDatabase(database);
    }
}
