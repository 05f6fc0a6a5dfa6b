package dev.baton.file.posix;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileOwnershipTest {
    private static final Path PATH = Path.of("/srv/with space");
    private static final int USER = 1000;

    @TempDir
    Path directory;

    @Test // FILE-2
    void acceptsOnlyADirectoryOfThisUserAlone() {
        assertThatCode(() -> new FileOwnership(0040700, USER, 2).checkFolder(PATH, USER))
                .doesNotThrowAnyException();
        assertThatCode(() -> new FileOwnership(0040755, USER, 2).checkFolder(PATH, USER))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new FileOwnership(0040700, 1001, 2).checkFolder(PATH, 0))
                .hasMessageContaining("id 1001")
                .hasMessageContaining("runs as 0")
                .hasMessageEndingWith("chown -R 0 '/srv/with space'");
        for (int mode : new int[] {0040770, 0040702, 0041777, 0042775}) {
            assertThatThrownBy(() -> new FileOwnership(mode, USER, 2).checkFolder(PATH, USER))
                    .hasMessageContaining(Integer.toOctalString(mode & 07777))
                    .hasMessageEndingWith("chmod go-w '/srv/with space'");
        }
        assertThatThrownBy(() -> new FileOwnership(0120777, USER, 1).checkFolder(PATH, USER))
                .hasMessageContaining("symbolic link")
                .hasMessageEndingWith("rm '/srv/with space'");
        assertThatThrownBy(() -> new FileOwnership(0100600, USER, 1).checkFolder(PATH, USER))
                .hasMessageContaining("not a directory");
    }

    @Test // FILE-2
    void acceptsOnlyAFileOfThisUserAloneWithOneName() {
        assertThatCode(() -> new FileOwnership(0100644, USER, 1).checkFile(PATH, USER))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> new FileOwnership(0100600, 1001, 1).checkFile(PATH, USER))
                .hasMessageContaining("id 1001");
        assertThatThrownBy(() -> new FileOwnership(0100620, USER, 1).checkFile(PATH, USER))
                .hasMessageContaining("chmod go-w");
        assertThatThrownBy(() -> new FileOwnership(0100600, USER, 2).checkFile(PATH, USER))
                .hasMessageContaining("2 names");
        assertThatThrownBy(() -> new FileOwnership(0120777, USER, 1).checkFile(PATH, USER))
                .hasMessageContaining("not a regular file");
    }

    @Test // FILE-2
    void readsTheAttributesOfThisUsersFilesWithAndWithoutNativeCode() throws IOException {
        Path file = directory.resolve("file");
        StoreFiles.createFile(file);
        FileOwnership.requireFolder(directory);
        FileOwnership.requireFolder(directory.resolve("missing"));
        FileOwnership.requireFile(file);
        NativeFile.open(file).orElseThrow().close();
        Files.createLink(directory.resolve("second"), file);
        assertThatThrownBy(() -> FileOwnership.requireFile(file)).hasMessageContaining("2 names");
        assertThatThrownBy(() -> NativeFile.open(file)).hasMessageContaining("2 names");
    }

    @Test // FILE-2
    void refusesDirectoryThatAppearsAsALinkWhileItIsCreated() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), elsewhere);
        assertThatThrownBy(() -> StoreFiles.createDirectories(link)).hasMessageContaining("symbolic link");
    }
}
