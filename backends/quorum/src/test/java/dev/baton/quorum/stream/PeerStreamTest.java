package dev.baton.quorum.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The handshake and the frames of streams whose bytes the test carries. */
class PeerStreamTest {
    private static final ClusterKey KEY = key("the key that all members have");

    private static ClusterKey key(String text) {
        return ClusterKey.of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One side, which notes what happens. Its bytes wait until the test takes them. */
    private static final class Side implements PeerStream.Events {
        final PeerStream stream;
        final List<String> events = new ArrayList<>();
        private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

        Side(String self, long incarnation, String to, ClusterKey key) {
            stream = new PeerStream(
                    key, HelloMessages.ofMember(self, incarnation, "").to(to), !to.isEmpty(), this);
            if (!to.isEmpty()) {
                stream.start();
            }
        }

        byte[] takeSent() {
            byte[] bytes = sent.toByteArray();
            sent.reset();
            return bytes;
        }

        void receive(byte[] bytes) {
            for (byte each : bytes) {
                stream.buffer().put(each);
                stream.received();
            }
        }

        void send(String note) {
            send(stream.seal(PeerStream.NOTE, note.getBytes(StandardCharsets.UTF_8))
                    .orElseThrow());
        }

        @Override
        public void send(ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            sent.writeBytes(copy);
        }

        @Override
        public void opened() {
            events.add("opened by " + stream.peer().from() + "#" + stream.peer().incarnation());
        }

        @Override
        public void mistaken(String reason) {
            events.add("mistaken");
            stream.close();
        }

        @Override
        public void frameReceived(byte[] typeAndContent) {
            events.add(new String(typeAndContent, 1, typeAndContent.length - 1, StandardCharsets.UTF_8));
        }
    }

    private static Side dialling(String to) {
        return new Side("a", 1, to, KEY);
    }

    private static Side listening() {
        return new Side("b", 2, "", KEY);
    }

    /** Lets both sides receive, byte by byte, what the other one sends. Returns what the dialling side has sent. */
    private static byte[] exchange(Side dialling, Side listening) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int turn = 0; turn < 4; turn++) {
            byte[] bytes = dialling.takeSent();
            all.writeBytes(bytes);
            listening.receive(bytes);
            dialling.receive(listening.takeSent());
        }
        return all.toByteArray();
    }

    @Test // QUORUM-8
    void opensOnBothSidesAndCarriesFramesAlsoIfEveryByteArrivesAlone() {
        Side a = dialling("b");
        Side b = listening();
        exchange(a, b);
        a.send("from a");
        b.send("from b");
        b.send("x".repeat(20_000));
        exchange(a, b);
        assertThat(a.events).containsExactly("opened by b#2", "from b", "x".repeat(20_000));
        assertThat(b.events).containsExactly("opened by a#1", "from a");
    }

    @Test // QUORUM-8
    void noFrameCanBeSentBeforeTheProof() {
        Side a = dialling("b");
        Side b = listening();
        b.receive(a.takeSent());
        assertThat(a.stream.seal(PeerStream.NOTE, new byte[1])).isEmpty();
        assertThat(b.stream.seal(PeerStream.NOTE, new byte[1])).isEmpty();
        assertThat(b.stream.awaitsProof()).isTrue();
        assertThat(b.events).isEmpty();
    }

    @Test // QUORUM-8
    void otherKeyIsRefusedOnBothSides() {
        Side stranger = new Side("a", 1, "b", key("another key, and as long"));
        Side b = listening();
        b.receive(stranger.takeSent());
        assertThatThrownBy(() -> stranger.receive(b.takeSent()))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("no proof of the cluster key");
        assertThatThrownBy(() -> b.receive(
                        PeerStream.withLength(new byte[HandshakeProofs.PROOF]).array()))
                .isInstanceOf(MalformedMessageException.class);
        assertThat(b.events).isEmpty();
    }

    @Test // QUORUM-8
    void recordingOfAnEarlierStreamIsRefused() {
        Side a = dialling("b");
        byte[] recorded = exchange(a, listening());
        Side again = listening();
        assertThatThrownBy(() -> again.receive(recorded)).isInstanceOf(MalformedMessageException.class);
        assertThat(again.events).isEmpty();
    }

    @Test // QUORUM-8
    void returnedProofIsRefused() {
        Side b = listening();
        b.receive(dialling("b").takeSent());
        byte[] answer = b.takeSent();
        byte[] proof = Arrays.copyOfRange(answer, answer.length - 2 - HandshakeProofs.PROOF, answer.length);
        assertThatThrownBy(() -> b.receive(proof)).isInstanceOf(MalformedMessageException.class);
        assertThat(b.events).isEmpty();
    }

    @Test // QUORUM-8
    void returnedFrameIsRefused() {
        Side a = dialling("b");
        exchange(a, listening());
        a.send("from a");
        byte[] frame = a.takeSent();
        assertThatThrownBy(() -> a.receive(frame)).isInstanceOf(MalformedMessageException.class);
        assertThat(a.events).containsExactly("opened by b#2");
    }

    @Test // QUORUM-4
    void memberWithAnotherNameThanTheWantedOneIsRefusedOnBothSides() {
        Side a = dialling("c");
        Side b = listening();
        exchange(a, b);
        assertThat(a.events).containsExactly("mistaken");
        assertThat(b.events).containsExactly("mistaken");
    }

    @Test // QUORUM-4
    void memberWithTheOwnNameIsRefused() {
        Side a = dialling("a");
        Side same = new Side("a", 2, "", KEY);
        exchange(a, same);
        assertThat(a.events).containsExactly("mistaken");
        assertThat(same.events).containsExactly("mistaken");
    }

    @Test // QUORUM-12
    void longHelloIsRefusedBeforeItsBytesAreKept() {
        Side b = listening();
        assertThatThrownBy(() -> b.receive(new byte[] {(byte) 0xFF, (byte) 0xFF}))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("too long");
    }

    @Test // QUORUM-12
    void restOfAMessageIsAwaitedForALimitedTime() {
        Side a = dialling("b");
        Side b = listening();
        exchange(a, b);
        a.send("first");
        a.send("second");
        byte[] frames = a.takeSent();
        assertThat(b.stream.partDeadline(1_000)).isEqualTo(Long.MAX_VALUE);
        b.receive(Arrays.copyOf(frames, 10));
        long deadline = b.stream.partDeadline(2_000);
        assertThat(deadline).isGreaterThan(2_000).isLessThan(Long.MAX_VALUE);
        b.receive(Arrays.copyOfRange(frames, 10, 12));
        assertThat(b.stream.partDeadline(3_000)).as("the same message").isEqualTo(deadline);
        b.receive(Arrays.copyOfRange(frames, 12, frames.length - 1));
        assertThat(b.stream.partDeadline(4_000)).as("the next message").isEqualTo(deadline + 2_000);
        b.receive(Arrays.copyOfRange(frames, frames.length - 1, frames.length));
        assertThat(b.stream.partDeadline(5_000)).isEqualTo(Long.MAX_VALUE);
        assertThat(b.events).containsExactly("opened by a#1", "first", "second");
    }

    @Test // QUORUM-8
    void streamThatTheFirstByNameOpenedIsKept() {
        Side a = dialling("b");
        Side b = listening();
        exchange(a, b);
        assertThat(a.stream.isOpenedByFirst()).isTrue();
        assertThat(b.stream.isOpenedByFirst()).isTrue();
        Side reversed = new Side("b", 2, "a", KEY);
        Side accepted = new Side("a", 1, "", KEY);
        exchange(reversed, accepted);
        assertThat(reversed.stream.isOpenedByFirst()).isFalse();
        assertThat(accepted.stream.isOpenedByFirst()).isFalse();
    }
}
