package dev.baton.file.posix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NativeFileTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path directory;

    @Test // FILE-6
    void readsWhatWasWritten() throws IOException {
        Path path = directory.resolve("new");
        try (NativeFile file = NativeFile.openLocked(path, Duration.ZERO)) {
            file.write("one and two".getBytes(UTF_8), 0);
            file.write("2".getBytes(UTF_8), 8);
            assertThat(file.read()).isEqualTo("one and 2wo".getBytes(UTF_8));
        }
        assertThat(path).hasContent("one and 2wo");
    }

    @Test // FILE-6
    void opensShortPathAfterLongPath() throws IOException {
        Path longer = Files.writeString(directory.resolve("election-with-a-longer-name"), "longer");
        Path shorter = Files.writeString(directory.resolve("election"), "short");
        assertThat(read(longer)).isEqualTo("longer");
        assertThat(read(shorter)).isEqualTo("short");
        assertThat(read(longer)).isEqualTo("longer");
    }

    @Test // FILE-6
    void refusesPathThatIsTooLong() throws IOException {
        Path good = Files.writeString(directory.resolve("good"), "good");
        Path endless = directory.resolve("x/".repeat(10_000) + "x");
        assertThatThrownBy(() -> NativeFile.open(endless))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not open");
        assertThat(read(good)).isEqualTo("good");
    }

    @Test // FILE-7
    @EnabledOnOs(OS.LINUX)
    void readingDoesNotUpdateAccessTime() throws IOException {
        Path path = Files.writeString(directory.resolve("read"), "read");
        Files.getFileAttributeView(path, BasicFileAttributeView.class).setTimes(null, LONG_AGO, null);
        assertThat(read(path)).isEqualTo("read");
        assertThat(Files.readAttributes(path, BasicFileAttributes.class).lastAccessTime())
                .isEqualTo(LONG_AGO);
    }

    private static String read(Path path) throws IOException {
        try (NativeFile file = NativeFile.open(path).orElseThrow()) {
            return new String(file.read(), UTF_8);
        }
    }
}
