package dev.baton.quorum.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MessagePacket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameAuthenticatorTest {
    private static final ClusterKey KEY = ClusterKey.of("0123456789abcdef0123".getBytes(StandardCharsets.UTF_8));

    @Test // QUORUM-8
    void frameWithAuthenticationHasAtMost99Bytes() {
        String id = "i".repeat(32);
        long term = Long.MAX_VALUE;
        List<PeerMessage> all = List.of(
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
                new PeerMessage.Registered(id, Long.MIN_VALUE));
        ConfigId config = new ConfigId(Long.MAX_VALUE, Integer.MAX_VALUE, -1);
        for (PeerMessage message : all) {
            MessagePacket packet = MessagePacket.of(new Envelope(id, id, "e".repeat(32), 1, config, message));
            ByteBuffer frame = newPair()[0].seal(PeerStream.PACKET, packet.toBytes());
            assertThat(frame.remaining()).as("%s", message).isLessThanOrEqualTo(99);
        }
    }

    @Test // QUORUM-8
    void acceptsFrameOnlyOnceAndInOrder() {
        FrameAuthenticator[] pair = newPair();
        byte[] first = pair[0].seal(1, new byte[] {1}).array();
        byte[] second = pair[0].seal(1, new byte[] {2}).array();
        assertThat(open(pair[1], first)).containsExactly(1, 1);
        assertThatThrownBy(() -> open(pair[1], first)).isInstanceOf(MalformedMessageException.class);
        FrameAuthenticator[] others = newPair();
        assertThatThrownBy(() -> open(others[1], first))
                .as("on another connection")
                .isInstanceOf(MalformedMessageException.class);
        FrameAuthenticator[] fresh = newPair();
        byte[] skipped = fresh[0].seal(1, new byte[] {1}).array();
        byte[] next = fresh[0].seal(1, new byte[] {2}).array();
        assertThat(skipped).isNotEqualTo(next);
        assertThatThrownBy(() -> open(fresh[1], next)).as("out of order").isInstanceOf(MalformedMessageException.class);
        assertThat(second).isNotEqualTo(first);
    }

    @Test // QUORUM-8
    void rejectsChangedFrameAndFrameOfOtherDirection() {
        FrameAuthenticator[] pair = newPair();
        byte[] frame = pair[0].seal(1, new byte[] {1, 2, 3}).array();
        frame[3] ^= 1;
        assertThatThrownBy(() -> open(pair[1], frame)).isInstanceOf(MalformedMessageException.class);
        HandshakeProofs dialled = new HandshakeProofs(KEY, new byte[] {1}, new byte[] {2}, true);
        byte[] own = dialled.outgoing().seal(1, new byte[] {1}).array();
        assertThatThrownBy(() -> open(dialled.incoming(), own)).isInstanceOf(MalformedMessageException.class);
    }

    private static byte[] open(FrameAuthenticator authenticator, byte[] frame) {
        return authenticator.open(frame, 2, frame.length - 2);
    }

    /** Returns the authenticators of a new connection for the frames of the dialling side: its own and its peer's. */
    private static FrameAuthenticator[] newPair() {
        byte[] one = HelloMessages.ofMember("a", 1, "").to("b").toBytes();
        byte[] other = HelloMessages.ofMember("b", 1, "").to("").toBytes();
        return new FrameAuthenticator[] {
            new HandshakeProofs(KEY, one, other, true).outgoing(),
            new HandshakeProofs(KEY, one, other, false).incoming()
        };
    }
}
