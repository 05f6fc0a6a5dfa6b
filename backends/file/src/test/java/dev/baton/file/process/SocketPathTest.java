package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketPathTest {
    @TempDir
    Path directory;

    @Test // FILE-6
    void pathThatIsTooLongIsReplacedByOneInAPrivateDirectory() throws IOException {
        DirectoryLayout deep = new DirectoryLayout(directory.resolve("x".repeat(100)));
        Path socket = SocketPath.create(deep, "p").path();
        assertThat(socket).isEqualTo(StoreFiles.privateTemporaryFolder().resolve("p.sock"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(StoreFiles.parentOf(socket))))
                .isEqualTo("rwx------");
        assertThat(SocketPath.find(deep, "p").map(SocketPath::path)).contains(socket);
    }

    @Test // FILE-2
    void textOfALivenessFileIsNoPath() throws IOException {
        DirectoryLayout layout = new DirectoryLayout(directory.resolve("store"));
        Path precious = Files.createDirectory(directory.resolve("baton-files")).resolve("s");
        Files.writeString(precious, "precious");
        StoreFiles.createDirectories(layout.live());
        Files.writeString(
                layout.liveness("1-2-abc"),
                "{\"instance_id\":\"1-2-abc\",\"pid\":1,\"process\":\"1-2-abc\",\"socket\":\"" + precious + "\"}");
        assertThat(LiveProcess.readAll(layout))
                .singleElement()
                .satisfies(live -> assertThat(live.socketPath()).contains(layout.socket("1-2-abc")));
    }

    @Test // FILE-2
    void directoryOfOthersIsNotUsed() throws IOException {
        DirectoryLayout layout = new DirectoryLayout(directory.resolve("store"));
        Files.createDirectories(layout.live());
        Files.setPosixFilePermissions(layout.live(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(SocketPath.find(layout, "p")).isEmpty();
    }
}
