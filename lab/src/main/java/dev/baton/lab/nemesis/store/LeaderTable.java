package dev.baton.lab.nemesis.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The table whose rows leaders write. */
final class LeaderTable {
    private LeaderTable() {}

    /** Creates the table with a row for every election. */
    static void create(String jdbcUrl, List<String> elections) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE nemesis_row (election VARCHAR(40) PRIMARY KEY, epoch BIGINT NOT NULL)");
            for (String election : elections) {
                statement.execute("INSERT INTO nemesis_row VALUES ('" + election + "', 0)");
            }
        }
    }
}
