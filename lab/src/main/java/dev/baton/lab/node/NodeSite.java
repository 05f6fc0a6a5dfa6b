package dev.baton.lab.node;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.postgres.LabServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;

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

    LabNode node(String id, String on, String store) throws IOException {
        return new LabNode(id, on, store, directory.path(""));
    }

    @Override
    public void close() throws IOException {
        server.close();
        directory.close();
    }
}
