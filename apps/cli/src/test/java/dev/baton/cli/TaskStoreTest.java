package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConnectionException;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.WriteCondition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of {@code baton once}: private, and in one piece with those of leases. */
class TaskStoreTest {
    @TempDir
    Path directory;

    private static void write(String url) {
        try (ObjectStore store = TaskStore.open(url)) {
            store.putIf(new ObjectKey("thing", "1"), "{}", WriteCondition.mustCreate());
        }
    }

    private List<String> names(Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test // FILE-2
    void refusesDirectoryThatOthersCanWrite() throws Exception {
        Path open = Files.createDirectory(directory.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> write("file:" + open))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining(open.toString());
        assertThat(names(open)).isEmpty();
    }

    @Test // FILE-2
    void refusesLinkInPlaceOfItsFile() throws Exception {
        Path folder = Files.createDirectory(
                directory.resolve("store"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path target = Files.writeString(directory.resolve("target"), "");
        Files.createSymbolicLink(folder.resolve("once.db"), target);
        assertThatThrownBy(() -> write("file:" + folder))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("once.db");
        assertThat(target).isEmptyFile();
    }

    @Test // LEASE-1
    void keepsTheJournalOfLeases() throws Exception {
        Path file = directory.resolve("leases.db");
        write("lease:sqlite:" + file);
        write("file:" + directory.resolve("store"));
        // The format version of SQLite's header: 1 is a rollback journal, 2 a write-ahead log.
        assertThat(Files.readAllBytes(file)[18]).isEqualTo((byte) 1);
        assertThat(Files.readAllBytes(directory.resolve("store").resolve("once.db"))[18])
                .isEqualTo((byte) 1);
    }
}
