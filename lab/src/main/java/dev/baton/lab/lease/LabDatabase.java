package dev.baton.lab.lease;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.postgres.LabServer;
import dev.baton.testkit.mariadb.MariadbTestServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A temporary database on disk that syncs every commit; removed when closed. */
public record LabDatabase(String name, String storeUrl, String jdbcUrl, Closeable closing) implements AutoCloseable {

    /** A measurement on one database. */
    public interface Measurement {
        void run(LabDatabase database) throws Exception;
    }

    /**
     * Measures on a new SQLite file and on a new PostgreSQL server.
     *
     * @param journal the journal mode of bare SQLite connections, that of the code that is measured
     */
    public static void measureOnEach(String journal, Measurement measurement) throws Exception {
        try (LabDatabase sqlite = sqlite(journal);
                LabDatabase postgres = postgres()) {
            measurement.run(sqlite);
            measurement.run(postgres);
        }
    }

    /** Returns a new MariaDB server. */
    public static LabDatabase mariadb() {
        MariadbTestServer server = MariadbTestServer.started();
        String database = server.newDatabase();
        return new LabDatabase("MariaDB", server.url("mariadb", database), server.jdbcUrl(database), server::close);
    }

    public boolean isPostgres() {
        return name.equals("PostgreSQL");
    }

    boolean isMariadb() {
        return name.equals("MariaDB");
    }

    /** Returns the expression for the current time in milliseconds. */
    public String now() {
        return isPostgres()
                ? "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
                : "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
    }

    private static LabDatabase sqlite(String journal) throws IOException {
        TrialDirectory directory = TrialDirectory.open();
        Path file = directory.path("lab.db");
        String options = "?journal_mode=" + journal + "&synchronous=FULL&busy_timeout=10000";
        return new LabDatabase("SQLite", "sqlite:" + file, "jdbc:sqlite:" + file + options, directory::close);
    }

    private static LabDatabase postgres() throws IOException {
        EmbeddedPostgres server = LabServer.durable().start();
        String address = "localhost:" + server.getPort() + "/postgres";
        return new LabDatabase(
                "PostgreSQL",
                "postgres://postgres@" + address,
                "jdbc:postgresql://" + address + "?user=postgres",
                server);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl);
    }

    @Override
    public void close() throws IOException {
        closing.close();
    }
}
