package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Message;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedException;
import dev.baton.quorum.wire.Packet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameSealTest {
    private static final ClusterKey KEY = ClusterKey.of("a key that nobody guesses".getBytes(StandardCharsets.UTF_8));

    private final Nonce mine = Nonce.random();
    private final Nonce theirs = Nonce.random();
    private final FrameSeal outgoing = seal(mine, theirs);
    private final FrameSeal incoming = seal(mine, theirs);

    private static FrameSeal seal(Nonce from, Nonce to) {
        return new FrameSeal(KEY, "swarm", "a", from, "b", to);
    }

    @Test // QUORUM-8
    void everyFrameWithItsAuthenticationHasAtMost99Bytes() {
        String id = "i".repeat(32);
        long term = Long.MAX_VALUE;
        ConfigId config = new ConfigId(Long.MAX_VALUE, Integer.MAX_VALUE, -1);
        for (Message message : List.of(
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
                new Message.Registered(id, Long.MIN_VALUE))) {
            Packet packet = Packet.of(new Envelope(id, id, "e".repeat(32), 1, config, message));
            assertThat(outgoing.seal(Kind.PACKET, packet.toBytes()).length)
                    .as("%s", message)
                    .isLessThanOrEqualTo(99);
        }
    }

    @Test // QUORUM-8
    void framesAreReadOnceInOrderAndMayBeMissing() {
        byte[] first = outgoing.seal(Kind.PACKET, new byte[] {1});
        byte[] second = outgoing.seal(Kind.JSON, new byte[] {2});
        byte[] third = outgoing.seal(Kind.NOTE, new byte[] {3});
        assertThat(incoming.open(Kind.PACKET, first)).containsExactly(1);
        assertThatThrownBy(() -> incoming.open(Kind.PACKET, first)).isInstanceOf(MalformedException.class);
        assertThat(incoming.open(Kind.NOTE, third)).containsExactly(3);
        assertThatThrownBy(() -> incoming.open(Kind.JSON, second)).as("late").isInstanceOf(MalformedException.class);
    }

    @Test // QUORUM-8
    void framesForAnotherProcessDirectionOrPurposeAreRefused() {
        byte[] frame = outgoing.seal(Kind.PACKET, new byte[] {1});
        assertThatThrownBy(() -> seal(mine, Nonce.random()).open(Kind.PACKET, frame))
                .as("meant for an earlier process of the receiver")
                .isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> seal(theirs, mine).open(Kind.PACKET, frame)).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> seal(mine, theirs).open(Kind.NOTE, frame)).isInstanceOf(MalformedException.class);
    }

    @Test // QUORUM-12
    void whateverComesIsRefusedOrWhatWasSent() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed + " FrameSealTest");
        Random random = new Random(seed);
        Greeting greeting = new Greeting(
                false, "a", 7, mine, ProcessTrace.here(), true, Optional.of(new Greeting.Echo("b", theirs)));
        byte[] hello = greeting.seal(KEY, "swarm", "hello");
        assertThat(Greeting.open(hello, KEY, "swarm", "hello")).isEqualTo(greeting);
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = hello.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
            assertThatThrownBy(() -> Greeting.open(changed, KEY, "swarm", "hello"))
                    .isInstanceOf(MalformedException.class);
            byte[] noise = new byte[random.nextInt(120)];
            random.nextBytes(noise);
            assertThatThrownBy(() -> Greeting.open(noise, KEY, "swarm", "hello"))
                    .isInstanceOf(MalformedException.class);
            Kind kind = List.of(Kind.values()).get(random.nextInt(3));
            assertThatThrownBy(() -> incoming.open(kind, noise)).isInstanceOf(MalformedException.class);
        }
        assertThatThrownBy(() -> Greeting.open(hello, KEY, "swarm", "gone")).isInstanceOf(MalformedException.class);
        assertThatThrownBy(() -> Greeting.open(hello, KEY, "herd", "hello")).isInstanceOf(MalformedException.class);
    }
}
