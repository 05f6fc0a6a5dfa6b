package dev.baton.fence;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The highest-seen fence on SQLite (FENCE-2). */
class SqliteHighestSeenTest extends HighestSeenContract {
    @TempDir
    Path folder;

    @BeforeEach
    void create() throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE entries (writer bigint, note text)");
            statement.execute("CREATE TABLE ordered (position bigint, writer bigint)");
        }
    }

    @Override
    DataSource source() {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + folder.resolve("app.db"));
        source.getConfig().setBusyTimeout(20_000);
        return source;
    }
}
