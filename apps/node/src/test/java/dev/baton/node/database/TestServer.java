package dev.baton.node.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL server for all tests of a run, with a fresh database for every test that asks. */
public final class TestServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestServer() {}

    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("fsync", "off")
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        server.close();
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                }));
                return server;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /** The URL of a database that nobody else uses. */
    public static String newDatabase() {
        String name = "node" + DATABASES.incrementAndGet();
        String url = "jdbc:postgresql://localhost:" + Running.SERVER.getPort() + "/postgres?user=postgres";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return "postgres://postgres@localhost:" + Running.SERVER.getPort() + "/" + name;
    }
}
