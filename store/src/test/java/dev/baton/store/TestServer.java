package dev.baton.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL server for all tests of a run, with a fresh database for every test that asks. */
final class TestServer {
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

    static int port() {
        return Running.SERVER.getPort();
    }

    static String newDatabase() {
        String name = "store" + DATABASES.incrementAndGet();
        run("postgres", "CREATE DATABASE " + name);
        return name;
    }

    static String url(String user, String database) {
        return "postgres://" + user + "@localhost:" + port() + "/" + database;
    }

    static void run(String database, String sql) {
        String url = "jdbc:postgresql://localhost:" + port() + "/" + database + "?user=postgres&ApplicationName=test";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }
}
