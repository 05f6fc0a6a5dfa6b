package dev.baton.lab.lease;

import dev.baton.store.ObjectStore;
import dev.baton.support.sql.SqlQuery;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The least work for a hand-over through a database: one connection deletes a row and notifies; another inserts the row
 * again when notified. Both commits are durable.
 */
final class BareHandOver implements AutoCloseable {
    private final Connection giver;
    private final Connection taker;
    private final String release;
    private final ObjectStore store;
    private final AutoCloseable listener;
    private final BlockingQueue<Long> taken = new LinkedBlockingQueue<>();

    BareHandOver(LabDatabase database) throws SQLException {
        giver = database.connect();
        taker = database.connect();
        release = "DELETE FROM bare" + (database.isPostgres() ? "; SELECT pg_notify('baton_objects', '')" : "");
        try (Statement statement = giver.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS bare (id integer PRIMARY KEY)");
            statement.execute("INSERT INTO bare VALUES (1)");
        }
        store = ObjectStore.open(database.storeUrl());
        listener = store.listen(this::take);
    }

    private void take() {
        try {
            SqlQuery insert = SqlQuery.of(taker, "INSERT INTO bare VALUES (1) ON CONFLICT DO NOTHING");
            if (insert.update() == 1) {
                taken.add(System.nanoTime());
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    double millis() throws Exception {
        long start = System.nanoTime();
        try (Statement statement = giver.createStatement()) {
            statement.execute(release);
        }
        Long end = taken.poll(10, TimeUnit.SECONDS);
        if (end == null) {
            throw new IOException("the row was not inserted again within 10 s");
        }
        return (end - start) / 1e6;
    }

    @Override
    public void close() throws SQLException {
        try {
            listener.close();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
        store.close();
        giver.close();
        taker.close();
    }
}
