package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that another program keeps locked is unreadable. It is not empty. */
class LockedSqliteTest {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");
    private static final StoreSettings IMPATIENT =
            new StoreSettings(Duration.ofMillis(100), 2).with(SqliteJournal.ROLLBACK);

    @TempDir
    Path folder;

    @Test // LEASE-1
    void connectionFromBeforeTheFirstWriteDoesNotFindTheLockedStoreEmpty() throws Exception {
        Path file = folder.resolve("store.db");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement();
                ObjectStore reader = ObjectStore.sqlite(file, IMPATIENT);
                ObjectStore writer = ObjectStore.sqlite(file, IMPATIENT)) {
            statement.execute("CREATE TABLE of_others (id integer)");
            assertThat(reader.get(KEY)).isEmpty();
            writer.putIf(KEY, "{}", WriteCondition.mustCreate());
            statement.execute("BEGIN EXCLUSIVE");
            assertThatThrownBy(() -> reader.get(KEY))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("kept the file locked");
            statement.execute("ROLLBACK");
            assertThat(reader.get(KEY)).isPresent();
        }
    }

    @Test // LEASE-1
    void fileThatIsLockedBeforeTheFirstRequestIsReportedAsLocked() throws Exception {
        Path file = folder.resolve("store.db");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement();
                ObjectStore store = ObjectStore.sqlite(file, IMPATIENT)) {
            statement.execute("CREATE TABLE of_others (id integer)");
            statement.execute("BEGIN EXCLUSIVE");
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessageContainingAll("is locked", "kept the file locked");
            statement.execute("ROLLBACK");
            assertThat(store.get(KEY)).isEmpty();
        }
    }
}
