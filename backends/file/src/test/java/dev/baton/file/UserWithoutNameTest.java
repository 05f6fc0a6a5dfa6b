package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** FILE-2: a container may run as a user without an entry in the user database. */
@EnabledOnOs(OS.LINUX)
class UserWithoutNameTest {
    private static final String USER = "54321";

    @TempDir
    Path directory;

    @Test // FILE-2
    void usesAFolderOfItsOwn() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path store = directory.resolve("store");
        String output = attempt(store);
        assertThat(output).contains("Won[").doesNotContain("ok=false");
        assertThat(Files.getAttribute(store, "unix:uid")).isEqualTo(Integer.valueOf(USER));
    }

    @Test // FILE-2
    void leavesTheFolderOfAnotherUserAsItIs() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path store = Files.createDirectory(directory.resolve("store"));
        String output = attempt(store);
        assertThat(output).contains("but this process runs as " + USER).doesNotContain("Won[");
        assertThat(store).isEmptyDirectory();
    }

    private String attempt(Path store) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs the right to change the user");
        Process process = new ProcessBuilder(
                        "setpriv",
                        "--reuid",
                        USER,
                        "--clear-groups",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djna.tmpdir=" + directory,
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        readableClassPath(),
                        AttemptMain.class.getName(),
                        store.toString(),
                        FileStoreFixture.ELECTION,
                        "nameless")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    /** Copies the jars to a directory that every user can read. */
    private String readableClassPath() throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            entries.add(
                    Files.isRegularFile(path)
                            ? Files.copy(path, directory.resolve(path.getFileName()))
                                    .toString()
                            : entry);
        }
        return String.join(File.pathSeparator, entries);
    }
}
