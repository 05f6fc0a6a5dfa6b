package dev.baton.lab.lease;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.stream.Stream;

/** A real database of its own, on the disk, with every commit synced; removed at the end. */
record LabDatabase(String name, String storeUrl, String jdbcUrl, Closing closing) implements AutoCloseable {

    /** What to do at the end. */
    interface Closing {
        void run() throws IOException;
    }

    boolean isPostgres() {
        return name.equals("PostgreSQL");
    }

    static LabDatabase sqlite() throws IOException {
        Path folder = Files.createTempDirectory("baton-lab");
        Path file = folder.resolve("lab.db");
        String options = "?journal_mode=WAL&synchronous=FULL&busy_timeout=10000";
        return new LabDatabase("SQLite", "sqlite:" + file, "jdbc:sqlite:" + file + options, () -> {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
            }
        });
    }

    static LabDatabase postgres() throws IOException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        String place = "localhost:" + server.getPort() + "/postgres";
        return new LabDatabase(
                "PostgreSQL",
                "postgres://postgres@" + place,
                "jdbc:postgresql://" + place + "?user=postgres",
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
