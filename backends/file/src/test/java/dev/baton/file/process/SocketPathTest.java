package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketPathTest {
    @TempDir
    Path directory;

    @Test // FILE-6
    void removesPrivateDirectoryOfDeadProcess() throws IOException {
        Path socket = SocketPath.create(new DirectoryLayout(directory.resolve("x".repeat(100))), "p")
                .path();
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
        }
        SocketPath.removeOfDeadProcess(socket);
        assertThat(socket).doesNotExist();
        assertThat(socket.getParent()).doesNotExist();
    }

    @Test // FILE-2
    void doesNotRemoveFileThatIsNotASocket() throws IOException {
        Path precious = Files.createDirectory(directory.resolve("baton-files")).resolve("s");
        Files.writeString(precious, "precious");
        SocketPath.removeOfDeadProcess(precious);
        assertThat(precious).hasContent("precious");
    }
}
