package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request to stop while the server of the store accepts connections but answers nothing. */
// PG-10
class StopWhileConnectingTest {
    private static final int TIMEOUT_MILLIS = 30_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "run job -- true, lease:, TERM, 0",
        "run job, '', HUP, 0",
        "shards job --count 2 -- true, lease:, INT, 0",
        "watch job, '', TERM, 0",
        "acquire job --wait 60, lease:, TERM, 1"
    })
    void exitsAsDocumented(String line, String scheme, String signal, int code) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(TIMEOUT_MILLIS);
            List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
            words.addAll(2, List.of("--on", scheme + "postgres://127.0.0.1:" + server.getLocalPort() + "/db"));
            try (BatonProcess baton = BatonProcess.start(directory, words.toArray(new String[0]));
                    Socket silent = server.accept()) {
                baton.signal(signal);
                assertThat(baton.exitCode()).as(baton.err()).isEqualTo(code);
                assertThat(silent.isConnected()).isTrue();
            }
        }
    }
}
