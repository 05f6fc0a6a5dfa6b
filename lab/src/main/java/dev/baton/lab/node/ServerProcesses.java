package dev.baton.lab.node;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The processes of a PostgreSQL server on this machine, by the role of their session. */
record ServerProcesses(DataSource server) {

    void addRole(String role) throws IOException {
        try (Connection connection = server.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE " + role + " SUPERUSER LOGIN");
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    /** Binds the processes of a role's sessions to one processor. */
    void pin(String role, int processor) throws IOException, InterruptedException {
        try (Connection connection = server.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT pid FROM pg_stat_activity WHERE usename = ?")) {
            statement.setString(1, role);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    CpuAffinity.pin(row.getLong(1), processor);
                }
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }
}
