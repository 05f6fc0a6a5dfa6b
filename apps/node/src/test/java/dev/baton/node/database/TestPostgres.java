package dev.baton.node.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** A PostgreSQL server for all tests of a run, with new databases on request. */
public final class TestPostgres {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestPostgres() {}

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

    /** Creates a database and returns its URL. */
    public static String newDatabase() {
        return newDatabase("");
    }

    /** Same, with options of {@code CREATE DATABASE}. */
    static String newDatabase(String options) {
        String name = "node" + DATABASES.incrementAndGet();
        String url = "jdbc:postgresql://localhost:" + Running.SERVER.getPort() + "/postgres?user=postgres";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name + " " + options);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
        return "postgres://postgres@localhost:" + Running.SERVER.getPort() + "/" + name;
    }
}
