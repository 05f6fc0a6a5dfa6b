package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ProcessSignals;
import dev.baton.testkit.mariadb.MariadbTestServer;
import java.io.IOException;
import java.util.List;

/** MariaDB of Debian. */
final class MariadbTrialServer implements DatabaseTrialServer {
    private final MariadbTestServer server = MariadbTestServer.started();
    private final String database = server.newDatabase();

    String database() {
        return database;
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void stop() {
        server.stop();
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public void signal(String name) throws IOException {
        if (server.pid().isPresent()) {
            ProcessSignals.send(name, List.of(server.pid().getAsLong()));
        }
    }

    @Override
    public void endSessions() {
        server.terminate(database);
    }

    @Override
    public long sessions() {
        return server.number(
                "mysql", "SELECT count(*) FROM information_schema.processlist WHERE db = '" + database + "'");
    }

    @Override
    public void close() {
        server.close();
    }
}
