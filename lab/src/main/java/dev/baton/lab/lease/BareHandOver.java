package dev.baton.lab.lease;

import dev.baton.store.ObjectStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The least a hand-over through a database can be: one connection deletes a row and tells; another, woken, puts it back.
 * Both commits are durable.
 */
final class BareHandOver implements AutoCloseable {
    private final Connection giver;
    private final Connection taker;
    private final boolean tells;
    private final ObjectStore listened;
    private final AutoCloseable listening;
    private final BlockingQueue<Long> taken = new LinkedBlockingQueue<>();

    private BareHandOver(LabDatabase database, Connection giver, Connection taker) throws SQLException {
        this.giver = giver;
        this.taker = taker;
        this.tells = database.isPostgres();
        try (Statement statement = giver.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS bare (id integer PRIMARY KEY)");
            statement.execute("INSERT INTO bare VALUES (1)");
        }
        listened = ObjectStore.open(database.storeUrl());
        listening = listened.listen(this::take);
    }

    static BareHandOver open(LabDatabase database) throws SQLException {
        return new BareHandOver(database, database.connect(), database.connect());
    }

    private void take() {
        try (PreparedStatement insert = taker.prepareStatement("INSERT INTO bare VALUES (1) ON CONFLICT DO NOTHING")) {
            if (insert.executeUpdate() == 1) {
                taken.add(System.nanoTime());
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    double millis() throws SQLException, InterruptedException, IOException {
        long start = System.nanoTime();
        try (Statement statement = giver.createStatement()) {
            statement.execute(tells ? "DELETE FROM bare; SELECT pg_notify('baton_objects', '')" : "DELETE FROM bare");
        }
        Long end = taken.poll(10, TimeUnit.SECONDS);
        if (end == null) {
            throw new IOException("nobody took the row");
        }
        return (end - start) / 1e6;
    }

    @Override
    public void close() throws SQLException {
        try {
            listening.close();
        } catch (Exception gone) {
            throw new IllegalStateException(gone);
        }
        listened.close();
        giver.close();
        taker.close();
    }
}
