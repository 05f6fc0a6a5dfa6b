package dev.baton.lab;

import dev.baton.lab.postgres.LabServer;
import dev.baton.support.sql.SqlQuery;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.util.Map;

/**
 * Two empty stores of one kind, so that processes with one candidate and processes with many can be measured at the same
 * time and do not affect each other.
 *
 * @param urls the URL of each, by name
 * @param connections counts the connections of the processes on a store
 */
record IdleStore(String kind, Map<String, String> urls, ConnectionCount connections, Closing closing)
        implements AutoCloseable {
    static final String ONE = "one";
    static final String MANY = "many";

    /** Counts the connections that the processes of a trial have to the store with this name. */
    interface ConnectionCount {
        long of(String name, LabProcess leader, LabProcess standby) throws Exception;
    }

    /** Removes the stores. */
    interface Closing {
        void close() throws IOException;
    }

    /** Opens stores on files below a directory. The connections are the open files of the processes in there. */
    static IdleStore onDisk(String kind, String prefix) throws IOException {
        TrialDirectory directory = TrialDirectory.open();
        Map<String, String> urls = Map.of(
                ONE, prefix + directory.path(ONE).resolve("store"),
                MANY, prefix + directory.path(MANY).resolve("store"));
        for (String name : urls.keySet()) {
            directory.create(name);
        }
        ConnectionCount openFiles = (name, leader, standby) ->
                leader.openFiles(directory.path(name)) + standby.openFiles(directory.path(name));
        return new IdleStore(kind, urls, openFiles, directory::close);
    }

    /** Starts a server with two databases. The connections are its sessions. */
    static IdleStore onPostgres(String kind, String prefix) throws Exception {
        EmbeddedPostgres server = LabServer.durable().start();
        try (Connection connection = server.getPostgresDatabase().getConnection()) {
            SqlQuery.of(connection, "CREATE DATABASE " + ONE).update();
            SqlQuery.of(connection, "CREATE DATABASE " + MANY).update();
        }
        String address = prefix + "postgres://postgres@localhost:" + server.getPort() + "/";
        ConnectionCount sessions = (name, leader, standby) -> {
            try (Connection connection = server.getPostgresDatabase().getConnection()) {
                return SqlQuery.of(connection, "SELECT count(*) FROM pg_stat_activity WHERE datname = ?", name)
                        .first(row -> row.getLong(1))
                        .orElseThrow();
            }
        };
        return new IdleStore(kind, Map.of(ONE, address + ONE, MANY, address + MANY), sessions, server::close);
    }

    String url(String name) {
        String url = urls.get(name);
        if (url == null) {
            throw new IllegalArgumentException("no store " + name + " in " + urls.keySet());
        }
        return url;
    }

    @Override
    public void close() throws IOException {
        closing.close();
    }
}
