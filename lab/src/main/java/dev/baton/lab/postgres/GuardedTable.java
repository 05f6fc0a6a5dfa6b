package dev.baton.lab.postgres;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A table to which writers append one row per transaction, guarded or not. */
final class GuardedTable {
    private final DataSource source;
    private final Leadership leadership;
    private final Fence fence = Fence.byElection();

    GuardedTable(DataSource source, Leadership leadership) throws SQLException {
        this.source = source;
        this.leadership = leadership;
        String table = "CREATE TABLE ledger (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, epoch bigint)";
        LabServer.inTransaction(
                source, connection -> SqlQuery.of(connection, table).update());
    }

    int insertGuarded() throws SQLException {
        return fence.inTransaction(source, leadership, this::write);
    }

    int insertAfterPlainRead() throws SQLException {
        return LabServer.inTransaction(source, connection -> {
            long epoch = SqlQuery.of(
                            connection, "SELECT epoch FROM baton_epochs WHERE election = ?", leadership.election())
                    .first(row -> row.getLong(1))
                    .orElseThrow();
            if (epoch != leadership.epoch()) {
                throw new SQLException("the epoch has changed");
            }
            return write(connection);
        });
    }

    int insert() throws SQLException {
        return LabServer.inTransaction(source, this::write);
    }

    private int write(Connection connection) throws SQLException {
        return SqlQuery.of(connection, "INSERT INTO ledger (epoch) VALUES (?)", leadership.epoch())
                .update();
    }
}
