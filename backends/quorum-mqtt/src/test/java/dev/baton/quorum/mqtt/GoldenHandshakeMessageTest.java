package dev.baton.quorum.mqtt;

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

/** The handshake messages of version 0.2, and the frames and topics of version 0.1. */
class GoldenHandshakeMessageTest {
    private static final ClusterKey KEY = ClusterKey.of("a key that nobody guesses".getBytes(StandardCharsets.UTF_8));
    private static final Nonce MINE = new Nonce("11".repeat(Nonce.LENGTH));
    private static final Nonce THEIRS = new Nonce("ee".repeat(Nonce.LENGTH));

    @Test // QUORUM-8
    void writesAndReadsTheBytesOfVersion02() throws IOException {
        List<HandshakeMessage> messages = new ArrayList<>();
        for (HandshakeKind kind : HandshakeKind.values()) {
            messages.add(new HandshakeMessage(
                    kind, false, "n1", "n2", 7, MINE, true, THEIRS, MINE, "{\"note\":\"member\"}"));
        }
        messages.add(new HandshakeMessage(
                HandshakeKind.CHALLENGE, true, "client-1", "n1", 0, MINE, false, THEIRS, Nonce.NONE, ""));
        List<String> golden = Files.readAllLines(Path.of("src/test/resources/golden-0.2/mqtt.hex"));
        List<String> written = messages.stream()
                .map(message -> HexFormat.of().formatHex(message.seal(KEY, "swarm")))
                .toList();
        assertThat(written).isEqualTo(golden);
        for (int i = 0; i < messages.size(); i++) {
            byte[] sealed = HexFormat.of().parseHex(golden.get(i));
            assertThat(HandshakeMessage.open(sealed, KEY, "swarm")).isEqualTo(messages.get(i));
        }
    }

    @Test // QUORUM-8
    void writesTheFramesOfVersion01() throws IOException {
        List<String> golden = Files.readAllLines(Path.of("src/test/resources/golden-0.1/mqtt.hex"));
        MqttFrameAuthenticator outgoing = new MqttFrameAuthenticator(KEY, "swarm", "n1", MINE, "n2", THEIRS);
        List<String> frames = new ArrayList<>();
        for (FrameKind kind : FrameKind.values()) {
            frames.add(HexFormat.of().formatHex(outgoing.seal(kind, "content".getBytes(StandardCharsets.UTF_8))));
        }
        assertThat(frames).isEqualTo(golden);
    }

    @Test // QUORUM-8
    void usesTheTopicsOfVersion01() {
        GroupTopics topics = new GroupTopics("swarm");
        assertThat(topics.subscriptions("n1", false))
                .containsExactly("coord/swarm/hello", "coord/swarm/gone", "coord/swarm/to/n1/#");
        assertThat(topics.greetingsTo("n2")).isEqualTo("coord/swarm/to/n2/hello");
        assertThat(topics.frames("n2", FrameKind.PACKET, "n1")).isEqualTo("coord/swarm/to/n2/packet/n1");
        assertThat(topics.frames("n2", FrameKind.JSON, "n1")).isEqualTo("coord/swarm/to/n2/json/n1");
        assertThat(topics.frames("n2", FrameKind.NOTE, "n1")).isEqualTo("coord/swarm/to/n2/note/n1");
    }
}
