package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An SQLite store is one file in one place: a process that would not share its locks and its log is refused. */
class SqlitePlaceTest {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");
    private static final StoreSettings IMPATIENT = new StoreSettings(Duration.ofMillis(300), 2);

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("store.db");
    }

    private ObjectStore open(Path file) {
        return ObjectStore.sqlite(file, IMPATIENT);
    }

    private static String write(ObjectStore store, String payload) {
        return store.putIf(KEY, payload, WriteCondition.unconditional())
                .stored()
                .orElseThrow()
                .payload();
    }

    private static String read(ObjectStore store) {
        return store.get(KEY).map(StoredObject::payload).orElse("nothing");
    }

    @ParameterizedTest // LEASE-1
    @ValueSource(strings = {"-wal", "-shm", "-wal -shm"})
    void nothingIsLostAndNobodyElseWritesAfterTheLogWasDeleted(String deleted) throws Exception {
        Process leader = start();
        answer(leader, "write acknowledged");
        for (String ending : deleted.split(" ", -1)) {
            Files.delete(Path.of(file() + ending));
        }
        try (ObjectStore newcomer = open(file())) {
            assertThatThrownBy(() -> write(newcomer, "from another log"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("-wal and -shm files are not here");
        }
        assertThat(answer(leader, "read")).isEqualTo("acknowledged");
        answer(leader, "write second");
        try (ObjectStore newcomer = open(file())) {
            assertThat(read(newcomer)).isEqualTo("second");
        }
        leader.destroyForcibly();
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OpenedStoreMain.class.getName(),
                        "sqlite:" + file())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String answer(Process process, String request) throws IOException {
        process.getOutputStream().write((request + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        StringBuilder line = new StringBuilder();
        for (int next = process.getInputStream().read();
                next > '\n';
                next = process.getInputStream().read()) {
            line.append((char) next);
        }
        return line.toString();
    }

    @ParameterizedTest // LEASE-1
    @EnumSource(SqliteJournal.class)
    void fileWithSeveralNamesIsRefusedAlsoIfItGetsThemLater(SqliteJournal journal) throws Exception {
        try (ObjectStore store = ObjectStore.sqlite(file(), IMPATIENT.with(journal))) {
            write(store, "first");
            Path other = Files.createLink(folder.resolve("other.db"), file());
            for (Path name : List.of(file(), other)) {
                try (ObjectStore newcomer = ObjectStore.sqlite(name, IMPATIENT.with(journal))) {
                    assertThatThrownBy(() -> read(newcomer))
                            .isInstanceOf(StoreException.class)
                            .hasMessageContaining("hard links");
                }
            }
            assertThatThrownBy(() -> write(store, "second")).hasMessageContaining("hard links");
            Files.delete(other);
            write(store, "third");
        }
    }

    @Test // LEASE-1
    void refusesWhatIsNoRegularFileAndCreatesNothing() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(run("mkfifo", pipe.toString())).isZero();
        Path inside = Files.createDirectory(folder.resolve("folder"));
        Map<Path, String> words = Map.of(pipe, "is not a regular file", inside, "is a folder");
        words.forEach((path, word) -> {
            try (ObjectStore store = open(path)) {
                assertThatThrownBy(() -> read(store))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContainingAll(path.toString(), word)
                        .hasMessageNotContaining("hard links");
                assertThatThrownBy(() -> write(store, "x"))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining(word);
            }
        });
        assertThat(folder).isDirectoryNotContaining(path -> !words.containsKey(path));
        assertThat(inside).isEmptyDirectory();
    }

    @Test // LEASE-1
    void singleFileMountedIntoAnotherPlaceIsRefused() throws Exception {
        try (ObjectStore store = open(file())) {
            write(store, "first");
        }
        Path mounted = Files.createFile(folder.resolve("mounted file.db"));
        assumeTrue(run("mount", "--bind", file().toString(), mounted.toString()) == 0, "this user may not mount");
        try (ObjectStore store = open(mounted)) {
            assertThatThrownBy(() -> read(store))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("mount point");
        } finally {
            run("umount", "-l", mounted.toString());
        }
    }

    @ParameterizedTest // LEASE-1
    @EnumSource(SqliteJournal.class)
    void replacedFileIsNoticedBeforeTheNextRequest(SqliteJournal journal) throws Exception {
        Path copy = folder.resolve("copy.db");
        try (ObjectStore store = ObjectStore.sqlite(file(), IMPATIENT.with(journal))) {
            write(store, "old");
        }
        Files.copy(file(), copy);
        try (ObjectStore store = ObjectStore.sqlite(file(), IMPATIENT.with(journal))) {
            write(store, "new");
            Files.move(copy, file(), StandardCopyOption.REPLACE_EXISTING);
            if (journal == SqliteJournal.ROLLBACK) {
                assertThat(read(store)).isEqualTo("old");
                write(store, "newest");
            }
            try (ObjectStore other = ObjectStore.sqlite(file(), IMPATIENT.with(journal))) {
                assertThat(read(store)).isEqualTo(read(other));
            }
        }
    }

    @Test // LEASE-1
    void notifyingDoesNotFreeTheLocksOfThisProcess() throws Exception {
        try (ObjectStore store = open(file())) {
            write(store, "first");
            assertThat(locks()).isPositive();
            long before = locks();
            store.applyAndNotify(List.of(new BatchWrite.Put(KEY, "second", WriteCondition.unconditional())));
            assertThat(locks()).isEqualTo(before);
        }
    }

    private long locks() throws IOException {
        String inode = ":" + Files.getAttribute(file(), "unix:ino") + " ";
        try (Stream<String> lines = Files.lines(Path.of("/proc/locks"))) {
            return lines.filter(line -> line.contains(inode)
                            && line.contains("POSIX")
                            && line.contains(" " + ProcessHandle.current().pid() + " "))
                    .count();
        }
    }

    @Test // LEASE-1
    void readingCreatesNeitherTheFileNorTables() throws Exception {
        try (ObjectStore store = open(file())) {
            assertThat(store.isAbsent()).isTrue();
            assertThat(store.get(KEY)).isEmpty();
            assertThat(store.list("thing")).isEmpty();
            assertThat(store.clockMillis()).isPositive();
            assertThat(folder).isEmptyDirectory();
        }
        Path empty = Files.createFile(folder.resolve("empty.db"));
        try (ObjectStore store = open(empty)) {
            assertThat(store.snapshot(List.of(KEY)).get(KEY)).isEmpty();
        }
        assertThat(empty).isEmptyFile();
    }

    @Test // LEASE-1
    void versionsRefuseToOverflow() throws Exception {
        try (ObjectStore store = open(file())) {
            write(store, "first");
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                    Statement statement = connection.createStatement()) {
                statement.execute("UPDATE objects SET resource_version = " + Long.MAX_VALUE);
            }
            StoredObject full = store.get(KEY).orElseThrow();
            WriteCondition match = WriteCondition.matchResourceVersion(Long.MAX_VALUE);
            for (WriteCondition condition : List.of(match, WriteCondition.unconditional())) {
                assertThatThrownBy(() -> store.putIf(KEY, "x", condition))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("cannot grow");
            }
            assertThatThrownBy(() -> store.touchAll("thing", Map.of("one", Long.MAX_VALUE)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cannot grow");
            assertThat(store.get(KEY)).contains(full);
            store.deleteIf(KEY, Long.MAX_VALUE);
            assertThatThrownBy(() -> store.putIf(KEY, "again", WriteCondition.mustCreate()))
                    .hasMessageContaining("cannot grow");
        }
    }

    @Test // LEASE-1
    void unknownParameterIsRefusedAndOpensNoOtherFile() {
        for (String parameters : List.of("x=y", "busy_timeout=1")) {
            assertThatThrownBy(() -> ObjectStore.open("sqlite:" + file() + "?" + parameters))
                    .as(parameters)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sqlite:PATH");
        }
        assertThat(file()).doesNotExist();
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
