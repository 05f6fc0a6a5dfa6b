package dev.baton.quorum.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Voter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessagePacketTest {

    @Test // QUORUM-2
    void readsEveryMessageAsWritten() {
        for (PeerMessage message : AllMessages.ofEveryKind("sender")) {
            Envelope envelope = AllMessages.envelope("election", message);
            assertThat(read(MessagePacket.of(envelope).toBytes())).containsExactly(envelope);
        }
    }

    @Test // QUORUM-13
    void packsHeartbeatsOfManyElectionsIntoOnePacket() {
        List<Envelope> heartbeats = IntStream.range(0, 100)
                .mapToObj(i -> AllMessages.envelope("election" + i, new PeerMessage.Heartbeat(i, "sender", 1, i)))
                .toList();
        MessagePacket packet = MessagePacket.of(heartbeats.get(0));
        heartbeats.stream()
                .skip(1)
                .forEach(heartbeat -> assertThat(packet.add(heartbeat)).isTrue());
        assertThat(read(packet.toBytes())).isEqualTo(heartbeats);
    }

    @Test // QUORUM-8
    void refusesMessageInFullPacketAndFitsLargestGroup() {
        Envelope heartbeat = AllMessages.envelope("e".repeat(128), new PeerMessage.Heartbeat(1, "sender", 1, 1));
        MessagePacket packet = MessagePacket.of(heartbeat);
        while (packet.add(heartbeat)) {
            assertThat(packet.toBytes()).hasSizeLessThan(MessagePacket.MAX_BYTES);
        }
        List<Voter> many = IntStream.range(0, Membership.MAX_MEMBERS)
                .mapToObj(i -> new Voter("m".repeat(125) + (100 + i), Long.MIN_VALUE))
                .toList();
        PeerMessage members = new PeerMessage.Members(new Membership(1, 1, 1, many), "sender");
        assertThat(packet.add(AllMessages.envelope("e", members))).isFalse();
        Envelope largest = AllMessages.envelope("e".repeat(128), members);
        assertThat(MessagePacket.of(largest).toBytes()).hasSizeLessThan(MessagePacket.MAX_BYTES);
        assertThat(read(MessagePacket.of(largest).toBytes())).containsExactly(largest);
    }

    @Test // QUORUM-12
    void refusesMessageWithOtherMemberListInSamePacket() {
        Envelope one = AllMessages.envelope("e", new PeerMessage.VoteGrant(1, "sender"));
        Envelope other =
                new Envelope("sender", "to", "e", 9, new ConfigId(1, 2, 3), new PeerMessage.VoteGrant(1, "sender"));
        assertThat(MessagePacket.of(one).add(other)).isFalse();
    }

    @Test // QUORUM-12
    void rejectsMissingAndInvalidFields() {
        for (PeerMessage message : AllMessages.ofEveryKind("sender")) {
            byte[] whole =
                    MessagePacket.of(AllMessages.envelope("election", message)).toBytes();
            for (int length = 1; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                if (length > 18) {
                    assertThatThrownBy(() -> read(cut)).as("%s", message).isInstanceOf(MalformedMessageException.class);
                }
            }
            byte[] longer = Arrays.copyOf(whole, whole.length + 1);
            assertThatThrownBy(() -> read(longer)).isInstanceOf(MalformedMessageException.class);
        }
        byte[] unknownKind = MessagePacket.of(AllMessages.envelope("e", new PeerMessage.VoteGrant(1, "s")))
                .toBytes();
        unknownKind[unknownKind.length - 2] = 99;
        assertThatThrownBy(() -> read(unknownKind)).hasMessageContaining("unknown message kind 99");
        for (double invalidUptime : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            byte[] packet = MessagePacket.of(
                            AllMessages.envelope("e", new PeerMessage.RequestVote(1, "s", invalidUptime, 0)))
                    .toBytes();
            assertThatThrownBy(() -> read(packet)).hasMessageContaining("uptime");
        }
        for (String invalidName : List.of("", ".hidden", "a b", "ä", "../up")) {
            byte[] packet = MessagePacket.of(AllMessages.envelope(invalidName, new PeerMessage.VoteGrant(1, "s")))
                    .toBytes();
            assertThatThrownBy(() -> read(packet)).hasMessageContaining("invalid name");
        }
    }

    @Test // QUORUM-12
    void readsAnyBytesAsMessagesOrRejectsThem() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<byte[]> samples = new ArrayList<>();
        AllMessages.ofEveryKind("sender")
                .forEach(m -> samples.add(
                        MessagePacket.of(AllMessages.envelope("election", m)).toBytes()));
        int read = 0;
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = samples.get(random.nextInt(samples.size())).clone();
            if (round % 3 == 0) {
                bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
            } else {
                for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
            }
            try {
                // A message has at least a name, a kind and a field, so the number of messages is bounded by the bytes.
                assertThat(read(bytes)).hasSizeLessThanOrEqualTo(bytes.length / 3);
                read++;
            } catch (MalformedMessageException rejected) {
                assertThat(rejected).hasMessageNotContaining("\n");
            }
        }
        assertThat(read)
                .as("packets whose damage only the authentication detects")
                .isPositive();
    }

    private static List<Envelope> read(byte[] packet) {
        String from = "sender";
        return MessagePacket.read(new ByteReader(packet), from, "to", 9);
    }
}
