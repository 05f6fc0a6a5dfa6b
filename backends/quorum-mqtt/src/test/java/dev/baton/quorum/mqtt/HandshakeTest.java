package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.wire.ClusterKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Handshakes between processes that exchange messages through a list, with an attacker who records it. */
class HandshakeTest {
    private static final ClusterKey KEY = ClusterKey.of("a secret cluster key".getBytes(StandardCharsets.UTF_8));
    private static final long SECOND = 1_000_000_000;

    /** A message on its way. */
    private record Sent(String to, Supplier<byte[]> content) {
        byte[] bytes() {
            return content.get();
        }
    }

    private final ArrayDeque<Sent> network = new ArrayDeque<>();
    private final List<Sent> recorded = new ArrayList<>();
    private final List<TestProcess> processes = new ArrayList<>();
    private long now = 1;

    private final class TestProcess implements PeerHandshakes.Owner {
        final String name;
        final MqttSettings settings;
        final PeerHandshakes handshakes;
        final List<MqttSession> proved = new ArrayList<>();

        TestProcess(String name, Optional<String> target) {
            this.name = name;
            this.settings = new MqttSettings(
                    BrokerAccess.open(new BrokerAddress("broker", 1, false)),
                    "swarm",
                    name,
                    7,
                    KEY,
                    target,
                    new MessageFormat(false, 0));
            this.handshakes = new PeerHandshakes(settings);
            handshakes.connected(Nonce.random());
            processes.add(this);
        }

        @Override
        public void send(String to, byte[] message) {
            network.add(new Sent(to, () -> message));
        }

        @Override
        public boolean hasSession(String peer, Nonce connection) {
            return proved.stream()
                    .anyMatch(session -> session.name.equals(peer) && session.connection.equals(connection));
        }

        @Override
        public boolean isLive(String peer, long at) {
            return true;
        }

        @Override
        public void proved(HandshakeMessage proof, MqttSession session, long at) {
            proved.add(session);
        }

        void receive(byte[] message) {
            handshakes.received(HandshakeMessage.open(message, KEY, "swarm"), this, now);
        }
    }

    private TestProcess member(String name) {
        return new TestProcess(name, Optional.empty());
    }

    private void greet(TestProcess from) {
        byte[] greeting = from.handshakes.greeting();
        processes.stream()
                .filter(each -> each != from)
                .forEach(each -> network.add(new Sent(each.name, () -> greeting)));
    }

    private void deliver() {
        for (Sent sent = network.poll(); sent != null; sent = network.poll()) {
            recorded.add(sent);
            Sent message = sent;
            processes.stream()
                    .filter(each -> each.name.equals(message.to()))
                    .forEach(each -> each.receive(message.bytes()));
        }
    }

    @Test // QUORUM-8
    void greetingOfEitherSideLeadsToOneSessionWithKeysOfItsOwn() {
        for (boolean firstGreets : new boolean[] {true, false}) {
            processes.clear();
            TestProcess first = member("n1");
            TestProcess second = member("n2");
            greet(firstGreets ? first : second);
            deliver();
            assertThat(first.proved).hasSize(1);
            assertThat(second.proved).hasSize(1);
            byte[] frame = first.proved.get(0).seal(FrameKind.NOTE, new byte[] {1}, now);
            assertThat(second.proved.get(0).open(FrameKind.NOTE, frame, now)).containsExactly(1);
        }
    }

    @Test // QUORUM-8, QUORUM-12
    void recordedMessagesProveNothing() {
        TestProcess first = member("n1");
        TestProcess second = member("n2");
        greet(second);
        deliver();
        List<Sent> recording = List.copyOf(recorded);
        // Both lose their sessions but keep running, as after a long silence.
        first.proved.clear();
        second.proved.clear();
        now += 2 * SECOND;
        for (int i = 0; i < 3; i++) {
            recording.forEach(sent -> processes.stream()
                    .filter(each -> each.name.equals(sent.to()))
                    .forEach(each -> each.receive(sent.bytes())));
        }
        assertThat(first.proved).isEmpty();
        assertThat(second.proved).isEmpty();
        now += SECOND;
        deliver();
        assertThat(first.proved)
                .as("the answers of the living process to a fresh challenge")
                .hasSize(1);
        assertThat(second.proved).hasSize(1);
    }

    @Test // QUORUM-8, QUORUM-12
    void greetingsAndChallengesOfDepartedProcessesLockNobodyOut() {
        TestProcess serving = member("n1");
        for (int i = 0; i < 3_000; i++) {
            TestProcess departed = new TestProcess("client-" + i, Optional.of("n1"));
            departed.handshakes.challenge("n1", departed, now);
            TestProcess former = member("z" + i);
            serving.receive(former.handshakes.greeting());
            processes.remove(departed);
            processes.remove(former);
        }
        deliver();
        assertThat(serving.proved).isEmpty();
        TestProcess client = new TestProcess("client-new", Optional.of("n1"));
        client.handshakes.challenge("n1", client, now);
        TestProcess newcomer = member("n2");
        greet(newcomer);
        deliver();
        assertThat(client.proved).hasSize(1);
        assertThat(newcomer.proved).hasSize(1);
        assertThat(serving.proved).hasSize(2);
    }

    @Test // QUORUM-12
    void unprovedNamesAreBoundedAndTheOldestIsDisplaced() {
        PendingHandshakes pending = new PendingHandshakes();
        Nonce own = Nonce.random();
        for (int i = 0; i < 10_000; i++) {
            pending.put("n" + i, new PendingHandshakes.Pending(own, Nonce.NONE, Nonce.NONE, now));
        }
        assertThat(pending.size()).isEqualTo(PendingHandshakes.CAPACITY);
        assertThat(pending.complete("n0", own, now)).isNull();
        assertThat(pending.complete("n9999", own, now)).isNotNull();
        assertThat(pending.complete("n9999", own, now))
                .as("every challenge counts once")
                .isNull();
        assertThat(pending.complete("n9998", own, now + 6 * SECOND))
                .as("too late")
                .isNull();
    }
}
