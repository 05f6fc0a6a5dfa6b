package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The greetings, frames and topics that version 0.1 wrote. */
class GoldenGreetingTest {
    private static final ClusterKey KEY = ClusterKey.of("a key that nobody guesses".getBytes(StandardCharsets.UTF_8));
    private static final Nonce MINE = new Nonce("11".repeat(Nonce.LENGTH));
    private static final Nonce THEIRS = new Nonce("ee".repeat(Nonce.LENGTH));

    @Test // QUORUM-8
    void writesAndReadsTheBytesOfVersion01() throws IOException {
        ProcessIdentity process =
                new ProcessIdentity("0a1b2c3d-0000-4000-8000-000000000001", 4026531836L, 4711, 123456789);
        ProcessIdentity unknown = new ProcessIdentity("", 0, 0, 0);
        Optional<Greeting.Echo> echo = Optional.of(new Greeting.Echo("n2", THEIRS));
        List<Greeting> greetings = List.of(
                new Greeting(false, "n1", 7, MINE, process, true, Optional.empty()),
                new Greeting(false, "n1", 7, MINE, process, false, echo),
                new Greeting(true, "client-1", 0, MINE, unknown, true, Optional.empty()),
                new Greeting(false, "n1", 7, MINE, process, false, Optional.empty()));
        List<String> purposes = List.of("hello", "hello", "hello", "gone");
        List<String> golden = Files.readAllLines(Path.of("src/test/resources/golden-0.1/mqtt.hex"));
        for (int i = 0; i < greetings.size(); i++) {
            byte[] sealed = greetings.get(i).seal(KEY, "swarm", purposes.get(i));
            assertThat(HexFormat.of().formatHex(sealed)).isEqualTo(golden.get(i));
            assertThat(Greeting.open(sealed, KEY, "swarm", purposes.get(i))).isEqualTo(greetings.get(i));
        }
        MqttFrameAuthenticator outgoing = new MqttFrameAuthenticator(KEY, "swarm", "n1", MINE, "n2", THEIRS);
        List<String> frames = new ArrayList<>();
        for (FrameKind kind : FrameKind.values()) {
            frames.add(HexFormat.of().formatHex(outgoing.seal(kind, "content".getBytes(StandardCharsets.UTF_8))));
        }
        assertThat(frames).isEqualTo(golden.subList(greetings.size(), golden.size()));
    }

    @Test // QUORUM-8
    void usesTheTopicsOfVersion01() {
        GroupTopics topics = new GroupTopics("swarm");
        assertThat(topics.subscriptions("n1"))
                .containsExactly("coord/swarm/hello", "coord/swarm/gone", "coord/swarm/to/n1/#");
        assertThat(topics.greetingsTo("n2")).isEqualTo("coord/swarm/to/n2/hello");
        assertThat(topics.frames("n2", FrameKind.PACKET, "n1")).isEqualTo("coord/swarm/to/n2/packet/n1");
        assertThat(topics.frames("n2", FrameKind.JSON, "n1")).isEqualTo("coord/swarm/to/n2/json/n1");
        assertThat(topics.frames("n2", FrameKind.NOTE, "n1")).isEqualTo("coord/swarm/to/n2/note/n1");
    }
}
