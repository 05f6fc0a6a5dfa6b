package dev.baton.quorum.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Message;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedException;
import dev.baton.quorum.wire.Packet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealTest {
    private static final ClusterKey KEY = ClusterKey.of("0123456789abcdef0123".getBytes(StandardCharsets.UTF_8));

    @Test // QUORUM-8
    void everyFrameWithItsAuthenticationHasAtMost99Bytes() {
        String id = "i".repeat(32);
        long term = Long.MAX_VALUE;
        List<Message> all = List.of(
                new Message.PreVote(term, id, Double.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE),
                new Message.PreVoteGrant(term, id, Integer.MAX_VALUE),
                new Message.RequestVote(term, id, Double.MAX_VALUE, Integer.MIN_VALUE),
                new Message.VoteGrant(term, id),
                new Message.Refusal(term, id),
                new Message.Heartbeat(term, id, Long.MAX_VALUE, Long.MIN_VALUE),
                new Message.HeartbeatAck(term, id, Long.MIN_VALUE),
                new Message.Resign(term, id, true),
                new Message.TimeoutNow(term, id),
                new Message.MembersAck(term, Integer.MAX_VALUE, id, term),
                new Message.Register(id, Long.MIN_VALUE),
                new Message.Registered(id, Long.MIN_VALUE));
        ConfigId config = new ConfigId(Long.MAX_VALUE, Integer.MAX_VALUE, -1);
        for (Message message : all) {
            Packet packet = Packet.of(new Envelope(id, id, "e".repeat(32), 1, config, message));
            ByteBuffer frame = seals()[0].seal(Outbox.PACKET, packet.toBytes());
            assertThat(frame.remaining()).as("%s", message).isLessThanOrEqualTo(99);
        }
    }

    @Test // QUORUM-8
    void aFrameIsReadOnceAndInItsPlaceOnly() {
        Seal[] seals = seals();
        byte[] first = seals[0].seal(1, new byte[] {1}).array();
        byte[] second = seals[0].seal(1, new byte[] {2}).array();
        assertThat(open(seals[1], first)).containsExactly(1, 1);
        assertThatThrownBy(() -> open(seals[1], first)).isInstanceOf(MalformedException.class);
        Seal[] others = seals();
        assertThatThrownBy(() -> open(others[1], first))
                .as("on another connection")
                .isInstanceOf(MalformedException.class);
        Seal[] fresh = seals();
        byte[] skipped = fresh[0].seal(1, new byte[] {1}).array();
        byte[] next = fresh[0].seal(1, new byte[] {2}).array();
        assertThat(skipped).isNotEqualTo(next);
        assertThatThrownBy(() -> open(fresh[1], next)).as("out of order").isInstanceOf(MalformedException.class);
        assertThat(second).isNotEqualTo(first);
    }

    @Test // QUORUM-8
    void aChangedFrameAndOneOfTheOtherDirectionAreRefused() {
        Seal[] seals = seals();
        byte[] frame = seals[0].seal(1, new byte[] {1, 2, 3}).array();
        frame[3] ^= 1;
        assertThatThrownBy(() -> open(seals[1], frame)).isInstanceOf(MalformedException.class);
        Handshake dialled = new Handshake(KEY, new byte[] {1}, new byte[] {2}, true);
        byte[] own = dialled.outgoing().seal(1, new byte[] {1}).array();
        assertThatThrownBy(() -> open(dialled.incoming(), own)).isInstanceOf(MalformedException.class);
    }

    private static byte[] open(Seal seal, byte[] frame) {
        return seal.open(frame, 2, frame.length - 2);
    }

    /** Of a new connection: what the side that dialled sends with, and what the other one checks with. */
    private static Seal[] seals() {
        byte[] one = Handshake.hello(false, "a", "b", 1, "").toBytes();
        byte[] other = Handshake.hello(false, "b", "", 1, "").toBytes();
        return new Seal[] {
            new Handshake(KEY, one, other, true).outgoing(), new Handshake(KEY, one, other, false).incoming()
        };
    }
}
