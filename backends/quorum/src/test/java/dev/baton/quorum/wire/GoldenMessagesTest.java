package dev.baton.quorum.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MessageKind;
import dev.baton.quorum.step.PeerMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The bytes that version 0.1 wrote for every kind of message: during an upgrade, members of both versions exchange them. */
class GoldenMessagesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden-0.1");
    private static final Path GOLDEN_JSON = Path.of("src/test/resources/golden-0.2/messages.json");
    private static final Set<Class<? extends PeerMessage>> OF_GROUP = Set.of(
            PeerMessage.Members.class,
            PeerMessage.MembersAck.class,
            PeerMessage.Register.class,
            PeerMessage.Registered.class);

    /** The envelopes in the order of the golden lines: one line for each, then one line with several. */
    private static List<Envelope> envelopes() {
        List<PeerMessage> messages = new ArrayList<>(AllMessages.ofEveryKind("me"));
        messages.addAll(AllMessages.typical("me"));
        List<Envelope> envelopes = new ArrayList<>();
        int next = 0;
        for (PeerMessage message : messages) {
            String election = OF_GROUP.contains(message.getClass()) ? MemberNode.GROUP : "job-" + next++ % 3;
            envelopes.add(new Envelope("me", "to", election, 9, new ConfigId(6, 2, -123456789), message));
        }
        return envelopes;
    }

    @Test
    void goldenDataHasEveryKindOfMessage() throws IOException {
        Set<String> names =
                Arrays.stream(MessageKind.values()).map(kind -> kind.typeName).collect(Collectors.toSet());
        String golden = Files.readString(GOLDEN_JSON);
        assertThat(names).hasSize(13).allSatisfy(name -> assertThat(golden).contains("{\"type\":\"" + name + "\""));
    }

    @Test // QUORUM-2
    void writesAndReadsTheJsonOfVersion02() throws IOException {
        List<Envelope> envelopes = envelopes();
        List<String> written = new ArrayList<>();
        envelopes.forEach(envelope -> written.addAll(MessagePacketJson.write(List.of(envelope))));
        written.addAll(MessagePacketJson.write(envelopes));
        List<String> golden = Files.readAllLines(GOLDEN_JSON);
        assertThat(written).isEqualTo(golden);
        for (int i = 0; i < envelopes.size(); i++) {
            assertThat(MessagePacketJson.read(golden.get(i), "me", "to", 9)).containsExactly(envelopes.get(i));
        }
        assertThat(MessagePacketJson.read(golden.get(envelopes.size()), "me", "to", 9))
                .isEqualTo(envelopes);
    }

    @Test // QUORUM-2
    void writesAndReadsTheBytesOfVersion01() throws IOException {
        List<Envelope> envelopes = envelopes();
        List<Envelope> several = envelopes.subList(0, 12);
        List<byte[]> written = new ArrayList<>();
        envelopes.forEach(envelope -> written.addAll(MessagePacket.pack(List.of(envelope))));
        written.addAll(MessagePacket.pack(several));
        List<String> golden = Files.readAllLines(GOLDEN.resolve("messages.hex"));
        assertThat(written.stream().map(HexFormat.of()::formatHex)).isEqualTo(golden);
        for (int i = 0; i < envelopes.size(); i++) {
            assertThat(read(golden.get(i))).containsExactly(envelopes.get(i));
        }
        assertThat(read(golden.get(envelopes.size()))).isEqualTo(several);
    }

    private static List<Envelope> read(String hex) {
        return MessagePacket.read(new ByteReader(HexFormat.of().parseHex(hex)), "me", "to", 9);
    }
}
