package dev.baton.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;

/** The store's promises on SQLite. */
class SqliteStoreTest extends StoreContract {
    @TempDir
    Path folder;

    @Override
    String newDatabase() {
        return "sqlite:" + folder.resolve("store.db");
    }

    @Override
    void execute(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("store.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
