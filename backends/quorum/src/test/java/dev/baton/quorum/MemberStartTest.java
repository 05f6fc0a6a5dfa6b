package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.ConnectionException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member that cannot start: not a wrong URL, so the same call can succeed later. */
class MemberStartTest {
    @TempDir
    Path directory;

    @Test // QUORUM-3
    void memberWhosePortIsInUseCanBeConnectedLater() throws IOException {
        String url;
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = url(other.getLocalPort(), directory.resolve("state"));
            assertThatThrownBy(() -> Baton.connect(url))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("cannot start member n1");
        }
        try (Baton baton = Baton.connect(url)) {
            assertThat(baton.candidate("job").isLeader()).isFalse();
        }
    }

    @Test // QUORUM-3
    void memberWithoutAUsableStateDirectoryIsNoWrongUrl() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> Baton.connect(url(0, file)))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("cannot start member n1");
    }

    private String url(int port, Path state) throws IOException {
        Path key = Files.writeString(directory.resolve("key"), "a key for this test only");
        int own = port;
        if (own == 0) {
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                own = free.getLocalPort();
            }
        }
        return "quorum://n1@127.0.0.1:" + own + "?state=" + state + "&key-file=" + key;
    }
}
