package dev.baton.lab.postgres;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A table to which writers append one row per transaction, guarded or not. */
final class GuardedTable {
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

    int insertGuarded() throws SQLException {
        return fence.inTransaction(source, leadership, this::write);
    }

    int insertAfterPlainRead() throws SQLException {
        return inTransaction(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT epoch FROM baton_epochs WHERE election = ?")) {
                statement.setString(1, leadership.election());
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next() || row.getLong(1) != leadership.epoch()) {
                        throw new SQLException("the epoch has changed");
                    }
                }
            }
            return write(connection);
        });
    }

    int insert() throws SQLException {
        return inTransaction(this::write);
    }

    private interface TransactionBody {
        int run(Connection connection) throws SQLException;
    }

    private int inTransaction(TransactionBody body) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            int rows = body.run(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return rows;
        }
    }

    private int write(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO ledger (epoch) VALUES (?)")) {
            statement.setLong(1, leadership.epoch());
            return statement.executeUpdate();
        }
    }
}
