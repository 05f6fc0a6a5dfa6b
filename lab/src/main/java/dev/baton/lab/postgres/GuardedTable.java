package dev.baton.lab.postgres;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/** A table that writers append to, one small transaction after the other, guarded or not. */
final class GuardedTable {
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);

    private final DataSource source;
    private final Leadership leadership;
    private final Fence fence = Fence.byElection();

    GuardedTable(DataSource source, Leadership leadership) throws SQLException {
        this.source = source;
        this.leadership = leadership;
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ledger (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, epoch bigint)");
        }
    }

    /** One transaction. */
    interface Entry {
        void into(GuardedTable ledger) throws SQLException;
    }

    /** How many a second so many writers make, over about a tenth of one. */
    double perSecond(int writers, Entry entry) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        LongAdder made = new LongAdder();
        long from = System.nanoTime();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            all.add(CompletableFuture.runAsync(() -> repeat(entry, from + SLICE, made), threads));
        }
        all.forEach(CompletableFuture::join);
        double seconds = (System.nanoTime() - from) / 1e9;
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        return made.sum() / seconds;
    }

    private void repeat(Entry entry, long until, LongAdder made) {
        try {
            while (System.nanoTime() - until < 0) {
                entry.into(this);
                made.increment();
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    void guarded() throws SQLException {
        fence.inTransaction(source, leadership, this::write);
    }

    void withPlainRead() throws SQLException {
        inTransaction(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT epoch FROM baton_epochs WHERE election = ?")) {
                statement.setString(1, leadership.election());
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next() || row.getLong(1) != leadership.epoch()) {
                        throw new SQLException("another epoch");
                    }
                }
            }
            write(connection);
        });
    }

    void unguarded() throws SQLException {
        inTransaction(this::write);
    }

    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    private void inTransaction(Work work) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            work.run(connection);
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    private int write(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO ledger (epoch) VALUES (?)")) {
            statement.setLong(1, leadership.epoch());
            return statement.executeUpdate();
        }
    }
}
