package dev.baton.quorum.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessagePacketJsonTest {

    private static String line(PeerMessage message) {
        return MessagePacketJson.write(List.of(AllMessages.envelope("job", message)))
                .get(0);
    }

    private static List<Envelope> read(String line) {
        return MessagePacketJson.read(line, "me", "to", 9);
    }

    @Test // QUORUM-2
    void readsEveryMessageAsWritten() {
        List<Envelope> envelopes = AllMessages.ofEveryKind("me").stream()
                .map(message -> AllMessages.envelope("job", message))
                .toList();
        List<String> lines = MessagePacketJson.write(envelopes);
        assertThat(lines).hasSize(1);
        assertThat(read(lines.get(0))).isEqualTo(envelopes);
    }

    @Test // QUORUM-2
    void writesFieldsOfOriginalProtocol() {
        assertThat(line(new PeerMessage.RequestVote(3, "me", 1.5, 0)))
                .contains("\"type\":\"RequestVote\",\"election\":\"job\",\"term\":3,\"candidate_id\":\"me\","
                        + "\"candidate_uptime\":1.5");
        assertThat(line(new PeerMessage.VoteGrant(3, "me")))
                .contains("\"type\":\"VoteGrant\"", "\"term\":3,\"voter_id\":\"me\"");
        assertThat(line(new PeerMessage.Heartbeat(3, "me", 17, 4)))
                .contains(
                        "\"type\":\"Heartbeat\"",
                        "\"term\":3,\"leader_id\":\"me\",\"timestamp\":\"1970-01-01T00:00:00.017Z\"");
    }

    @Test // QUORUM-12
    void rejectsMessageWithMissingOrInvalidField() {
        for (PeerMessage message : AllMessages.ofEveryKind("me")) {
            Map<String, @Nullable Object> whole = MessagePacketJson.message(AllMessages.envelope("job", message));
            for (String field : whole.keySet()) {
                Map<String, @Nullable Object> missing = new LinkedHashMap<>(whole);
                missing.remove(field);
                assertRejected(message, field, missing);
                for (Object wrong : List.of("", "another value", true, List.of(), Map.of(), -1.5, Map.of("a", 1L))) {
                    Map<String, @Nullable Object> other = new LinkedHashMap<>(whole);
                    other.put(field, wrong);
                    if (!wrong.equals(whole.get(field)) && !isValid(field, wrong)) {
                        assertRejected(message, field + " = " + wrong, other);
                    }
                }
            }
        }
    }

    /** Both values of a flag are valid. */
    private static boolean isValid(String field, Object value) {
        return field.equals("hold_back") && value instanceof Boolean;
    }

    private static void assertRejected(PeerMessage message, String what, Map<String, @Nullable Object> object) {
        Map<String, @Nullable Object> packet = new LinkedHashMap<>();
        packet.put("config", Map.of("term", 1L, "version", 1L, "checksum", 1L));
        packet.put("messages", List.of(object));
        assertThatThrownBy(() -> read(Json.write(packet)))
                .as("%s: %s", message, what)
                .isInstanceOf(MalformedMessageException.class);
    }

    @Test // QUORUM-12
    void readsAnyTextAsMessagesOrRejectsIt() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed + " MessagePacketJsonTest");
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        AllMessages.ofEveryKind("me").forEach(message -> lines.add(line(message)));
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder(lines.get(random.nextInt(lines.size())));
            for (int change = random.nextInt(4); change >= 0 && !text.isEmpty(); change--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
                    case 2 -> text.insert(at, "[{\"9-e.".charAt(random.nextInt(7)));
                    default -> text.setLength(Math.max(1, at));
                }
            }
            try {
                read(text.toString())
                        .forEach(envelope -> assertThat(envelope.from()).isEqualTo("me"));
            } catch (MalformedMessageException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }
}
