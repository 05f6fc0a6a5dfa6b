package dev.baton.lab.node;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.postgres.LabServer;
import dev.baton.support.sql.SqlQuery;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The places of one benchmark: a PostgreSQL server that syncs every commit, and a directory. Removed when closed. */
record NodeSite(EmbeddedPostgres server, TrialDirectory directory) implements AutoCloseable {

    static NodeSite open() throws IOException {
        return new NodeSite(LabServer.durable().start(), TrialDirectory.open());
    }

    /** Returns the store URL of the server for a role. */
    String postgres(String role) {
        return "postgres://" + role + "@localhost:" + server.getPort() + "/postgres";
    }

    String sqlite() {
        return "sqlite:" + directory.path("node.db");
    }

    String lockFile() {
        return "file:" + directory.path("lock");
    }

    /** Adds a role to the server whose sessions can be bound to a processor. */
    void addRole(String role) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            SqlQuery.of(connection, "CREATE ROLE " + role + " SUPERUSER LOGIN").update();
        }
    }

    /** Binds the server's processes for a role's sessions to one processor. */
    void pin(String role, int processor) throws Exception {
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            for (long pid : SqlQuery.of(connection, "SELECT pid FROM pg_stat_activity WHERE usename = ?", role)
                    .all(row -> row.getLong(1))) {
                CpuAffinity.pin(pid, processor);
            }
        }
    }

    /** Returns a node that is to run with the given words before its command. */
    LabNode node(List<String> prefix, String id, String on, String store) throws IOException {
        return new LabNode(prefix, id, on, store, directory.path(""));
    }

    @Override
    public void close() throws IOException {
        server.close();
        directory.close();
    }
}
