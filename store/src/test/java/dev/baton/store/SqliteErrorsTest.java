package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong with SQLite files: a clear error, nothing lost, and work goes on when the cause is gone. */
class SqliteErrorsTest {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");
    private static final StoreSettings IMPATIENT = new StoreSettings(Duration.ofMillis(100), 1);

    @TempDir
    Path folder;

    @Test // LEASE-1
    void fileLockedByAnotherProgramIsAnErrorUntilItIsUnlocked() throws Exception {
        Path file = folder.resolve("store.db");
        try (ObjectStore store = ObjectStore.sqlite(file, IMPATIENT)) {
            StoredObject first = store.putIf(KEY, "first", WriteCondition.mustCreate())
                    .stored()
                    .orElseThrow();
            try (Connection rude = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = rude.createStatement()) {
                statement.execute("BEGIN EXCLUSIVE");
                assertThatThrownBy(() -> store.putIf(KEY, "x", WriteCondition.unconditional()))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContainingAll("locked", "fuser", file.toString());
                assertThat(store.get(KEY)).as("readers do not wait").contains(first);
                statement.execute("ROLLBACK");
            }
            assertThat(store.putIf(KEY, "second", WriteCondition.matchResourceVersion(first.resourceVersion())))
                    .isInstanceOf(PutOutcome.Stored.class);
        }
    }

    @Test // LEASE-1
    void refusesFileThatIsNotADatabaseAndLeavesItUnchanged() throws IOException {
        Path file = folder.resolve("letter.db");
        Files.writeString(file, "Dear Sir or Madam, ".repeat(100));
        try (ObjectStore store = ObjectStore.sqlite(file, IMPATIENT)) {
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll(file.toString(), "not an SQLite database");
        }
        assertThat(Files.readString(file)).startsWith("Dear Sir");
    }

    @Test // LEASE-1
    void namesTheFolderThatDoesNotExist() {
        try (ObjectStore store = ObjectStore.sqlite(folder.resolve("no/such/store.db"), IMPATIENT)) {
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("no/such/store.db");
        }
    }

    @Test // LEASE-1
    void refusesTableOfAnotherProgram() throws Exception {
        Path file = folder.resolve("theirs.db");
        try (Connection theirs = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = theirs.createStatement()) {
            statement.execute("CREATE TABLE objects (colour TEXT)");
        }
        try (ObjectStore store = ObjectStore.sqlite(file, IMPATIENT)) {
            assertThatThrownBy(() -> store.get(KEY))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("another program owns the table");
        }
    }

    @Test // LEASE-1
    void doesNotWriteToADeletedFile() throws IOException {
        Path file = folder.resolve("store.db");
        try (ObjectStore store = ObjectStore.sqlite(file, IMPATIENT)) {
            store.putIf(KEY, "first", WriteCondition.mustCreate());
            for (String ending : new String[] {"", "-wal", "-shm"}) {
                Files.delete(Path.of(file + ending));
            }
            assertThat(store.get(KEY)).isEmpty();
            assertThat(store.putIf(KEY, "again", WriteCondition.mustCreate())).isInstanceOf(PutOutcome.Stored.class);
            assertThat(file).exists();
        }
    }

    @Test // LEASE-1
    void fullDiskLosesNothing() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk.toString()) == 0,
                "this user may not mount a file system");
        try (ObjectStore store = ObjectStore.sqlite(disk.resolve("store.db"), IMPATIENT)) {
            StoredObject first = store.putIf(KEY, "first", WriteCondition.mustCreate())
                    .stored()
                    .orElseThrow();
            run("sh", "-c", "cat /dev/zero > " + disk + "/filler; cat /dev/zero > " + disk + "/rest");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 50; i++) {
                            store.putIf(KEY, "x".repeat(4000) + i, WriteCondition.unconditional());
                        }
                    })
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("disk");
            StoredObject kept = store.get(KEY).orElseThrow();
            Files.delete(disk.resolve("filler"));
            StoredObject last = store.putIf(KEY, "last", WriteCondition.matchResourceVersion(kept.resourceVersion()))
                    .stored()
                    .orElseThrow();
            assertThat(last.resourceVersion()).isGreaterThan(first.resourceVersion());
        } finally {
            run("umount", "-l", disk.toString());
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
