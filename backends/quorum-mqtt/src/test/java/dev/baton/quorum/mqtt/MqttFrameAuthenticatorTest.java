package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MessagePacket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MqttFrameAuthenticatorTest {
    private static final ClusterKey KEY = ClusterKey.of("a secret cluster key".getBytes(StandardCharsets.UTF_8));

    private final Nonce mine = Nonce.random();
    private final Nonce theirs = Nonce.random();
    private final MqttFrameAuthenticator outgoing = authenticator(mine, theirs);
    private final MqttFrameAuthenticator incoming = authenticator(mine, theirs);

    private static MqttFrameAuthenticator authenticator(Nonce from, Nonce to) {
        return new MqttFrameAuthenticator(KEY, "swarm", "a", from, "b", to);
    }

    @Test // QUORUM-8
    void frameWithAuthenticationHasAtMost99Bytes() {
        String id = "i".repeat(32);
        long term = Long.MAX_VALUE;
        ConfigId config = new ConfigId(Long.MAX_VALUE, Integer.MAX_VALUE, -1);
        for (PeerMessage message : List.of(
                new PeerMessage.PreVote(term, id, Double.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE),
                new PeerMessage.PreVoteGrant(term, id, Integer.MAX_VALUE),
                new PeerMessage.RequestVote(term, id, Double.MAX_VALUE, Integer.MIN_VALUE),
                new PeerMessage.VoteGrant(term, id),
                new PeerMessage.Refusal(term, id),
                new PeerMessage.Heartbeat(term, id, Long.MAX_VALUE, Long.MIN_VALUE),
                new PeerMessage.HeartbeatAck(term, id, Long.MIN_VALUE),
                new PeerMessage.Resign(term, id, true),
                new PeerMessage.TimeoutNow(term, id),
                new PeerMessage.MembersAck(term, Integer.MAX_VALUE, id, term),
                new PeerMessage.Register(id, Long.MIN_VALUE),
                new PeerMessage.Registered(id, Long.MIN_VALUE))) {
            MessagePacket packet = MessagePacket.of(new Envelope(id, id, "e".repeat(32), 1, config, message));
            assertThat(outgoing.seal(FrameKind.PACKET, packet.toBytes()).length)
                    .as("%s", message)
                    .isLessThanOrEqualTo(99);
        }
    }

    @Test // QUORUM-8
    void acceptsFramesOnceInOrderAndWithGaps() {
        byte[] first = outgoing.seal(FrameKind.PACKET, new byte[] {1});
        byte[] second = outgoing.seal(FrameKind.JSON, new byte[] {2});
        byte[] third = outgoing.seal(FrameKind.NOTE, new byte[] {3});
        assertThat(incoming.open(FrameKind.PACKET, first)).containsExactly(1);
        assertThatThrownBy(() -> incoming.open(FrameKind.PACKET, first)).isInstanceOf(MalformedMessageException.class);
        assertThat(incoming.open(FrameKind.NOTE, third)).containsExactly(3);
        assertThatThrownBy(() -> incoming.open(FrameKind.JSON, second))
                .as("late")
                .isInstanceOf(MalformedMessageException.class);
    }

    @Test // QUORUM-8
    void rejectsFramesForOtherProcessDirectionOrKind() {
        byte[] frame = outgoing.seal(FrameKind.PACKET, new byte[] {1});
        assertThatThrownBy(() -> authenticator(mine, Nonce.random()).open(FrameKind.PACKET, frame))
                .as("for an earlier process of the receiver")
                .isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(() -> authenticator(theirs, mine).open(FrameKind.PACKET, frame))
                .isInstanceOf(MalformedMessageException.class);
        assertThatThrownBy(() -> authenticator(mine, theirs).open(FrameKind.NOTE, frame))
                .isInstanceOf(MalformedMessageException.class);
    }

    @Test // QUORUM-12
    void rejectsEveryChangedHandshakeMessageAndFrame() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed + " MqttFrameAuthenticatorTest");
        Random random = new Random(seed);
        HandshakeMessage message = new HandshakeMessage(
                HandshakeKind.ANSWER, false, "a", "b", 7, Nonce.random(), true, mine, theirs, "{}");
        byte[] sealed = message.seal(KEY, "swarm");
        assertThat(HandshakeMessage.open(sealed, KEY, "swarm")).isEqualTo(message);
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = sealed.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            assertThatThrownBy(() -> HandshakeMessage.open(changed, KEY, "swarm"))
                    .isInstanceOf(MalformedMessageException.class);
            byte[] noise = new byte[random.nextInt(120)];
            random.nextBytes(noise);
            assertThatThrownBy(() -> HandshakeMessage.open(noise, KEY, "swarm"))
                    .isInstanceOf(MalformedMessageException.class);
            FrameKind kind = List.of(FrameKind.values()).get(random.nextInt(3));
            assertThatThrownBy(() -> incoming.open(kind, noise)).isInstanceOf(MalformedMessageException.class);
        }
        assertThatThrownBy(() -> HandshakeMessage.open(sealed, KEY, "herd"))
                .isInstanceOf(MalformedMessageException.class);
    }
}
