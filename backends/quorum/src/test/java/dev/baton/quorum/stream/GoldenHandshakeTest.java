package dev.baton.quorum.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.wire.ClusterKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of the handshake and of frames that version 0.1 wrote. */
class GoldenHandshakeTest {

    @Test // QUORUM-8
    void writesAndReadsTheBytesOfVersion01() throws IOException {
        ClusterKey key = ClusterKey.of("a key that nobody guesses".getBytes(StandardCharsets.UTF_8));
        HelloMessage dialling = new HelloMessage(false, "n1", "n2", 7, "127.0.0.1:7001", 1, -2);
        HelloMessage listening = new HelloMessage(true, "client-1", "", 0, "", Long.MAX_VALUE, Long.MIN_VALUE);
        List<byte[]> written = new ArrayList<>(List.of(dialling.toBytes(), listening.toBytes()));
        for (boolean dialled : new boolean[] {true, false}) {
            HandshakeProofs handshake = new HandshakeProofs(key, dialling.toBytes(), listening.toBytes(), dialled);
            FrameAuthenticator outgoing = handshake.outgoing();
            written.add(handshake.ownProof());
            written.add(outgoing.seal(PeerStream.PACKET, new byte[] {1, 2, 3}).array());
            written.add(outgoing.seal(PeerStream.NOTE, "{\"note\":\"still\"}".getBytes(StandardCharsets.UTF_8))
                    .array());
        }
        List<String> golden = Files.readAllLines(Path.of("src/test/resources/golden-0.1/tcp.hex"));
        assertThat(written.stream().map(HexFormat.of()::formatHex)).isEqualTo(golden);
        assertThat(HelloMessage.read(HexFormat.of().parseHex(golden.get(0)))).isEqualTo(dialling);
        assertThat(HelloMessage.read(HexFormat.of().parseHex(golden.get(1)))).isEqualTo(listening);
    }
}
