package dev.baton.lab.lease;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.postgres.LabServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A temporary database on disk that syncs every commit; removed when closed. */
record LabDatabase(String name, String storeUrl, String jdbcUrl, Closing closing) implements AutoCloseable {

    /** Stops the server or removes the files. */
    interface Closing {
        void run() throws IOException;
    }

    /** A measurement on one database. */
    interface Measurement {
        void run(LabDatabase database) throws IOException, InterruptedException, SQLException;
    }

    /** Measures on a new SQLite file and on a new PostgreSQL server. */
    static void measureOnEach(Measurement measurement) throws IOException, InterruptedException {
        try (LabDatabase sqlite = sqlite();
                LabDatabase postgres = postgres()) {
            measurement.run(sqlite);
            measurement.run(postgres);
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    boolean isPostgres() {
        return name.equals("PostgreSQL");
    }

    private static LabDatabase sqlite() throws IOException {
        TrialDirectory directory = TrialDirectory.open();
        Path file = directory.path("lab.db");
        String options = "?journal_mode=WAL&synchronous=FULL&busy_timeout=10000";
        return new LabDatabase("SQLite", "sqlite:" + file, "jdbc:sqlite:" + file + options, directory::close);
    }

    private static LabDatabase postgres() throws IOException {
        EmbeddedPostgres server = LabServer.durable().start();
        String address = "localhost:" + server.getPort() + "/postgres";
        return new LabDatabase(
                "PostgreSQL",
                "postgres://postgres@" + address,
                "jdbc:postgresql://" + address + "?user=postgres",
                server::close);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl);
    }

    @Override
    public void close() throws IOException {
        closing.run();
    }
}
