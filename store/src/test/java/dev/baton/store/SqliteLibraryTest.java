package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed leave no copies of the native library behind. */
class SqliteLibraryTest {
    @TempDir
    Path folder;

    @Test // LEASE-1
    void killedProcessLeavesNothingInTheTemporaryFolder() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path cache = Files.createDirectory(folder.resolve("cache"));
        for (int round = 0; round < 2; round++) {
            ProcessBuilder builder = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx64m",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:-UsePerfData",
                            "-Djava.io.tmpdir=" + temporary,
                            "-cp",
                            System.getProperty("java.class.path"),
                            OpenedStoreMain.class.getName(),
                            "sqlite:" + folder.resolve("store.db"))
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("XDG_CACHE_HOME", cache.toString());
            Process process = builder.start();
            process.getOutputStream().write("write ready\n".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            assertThat(new String(process.getInputStream().readNBytes(5), StandardCharsets.UTF_8))
                    .isEqualTo("ready");
            process.destroyForcibly().waitFor();
        }
        assertThat(temporary).isEmptyDirectory();
        try (Stream<Path> kept = Files.list(cache.resolve("baton"))) {
            assertThat(kept).hasSize(1);
        }
    }

    @Test // LEASE-1
    void damagedLibraryIsWrittenAgain() throws Exception {
        Path library = SqliteLibrary.installed(folder.resolve("own")).orElseThrow();
        long size = Files.size(library);
        Files.writeString(library, "damaged");
        assertThat(SqliteLibrary.installed(folder.resolve("own"))).contains(library);
        assertThat(Files.size(library)).isEqualTo(size);
    }

    @Test // LEASE-1
    void folderThatOthersMayWriteToIsNotUsed() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(SqliteLibrary.installed(shared)).isEqualTo(Optional.empty());
        assertThat(shared).isEmptyDirectory();
    }
}
