package dev.baton.quorum.tcp;

import static dev.baton.quorum.tcp.TcpTestMember.KEY;
import static dev.baton.quorum.tcp.TcpTestMember.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TcpTransportTest {
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test // QUORUM-8
    void connectsTwoMembersAndDeliversInOrder() {
        TcpTestMember b = member("b", 2, Map.of());
        TcpTestMember a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.events.contains("connected b") && b.events.contains("connected a"), a, b);
        for (int term = 1; term <= 100; term++) {
            a.sendVote("b", term);
            b.sendVote("a", 1000 + term);
        }
        run(() -> b.events.contains("a#1 term 100") && a.events.contains("b#2 term 1100"), a, b);
        assertThat(b.events).hasSize(101).containsSubsequence("a#1 term 1", "a#1 term 2", "a#1 term 99");
        assertThat(a.transport.connectedPeers()).containsExactly("b");
        assertThat(b.transport.addresses()).containsEntry("a", a.address());
    }

    @Test // QUORUM-8
    void unknownMemberConnectsToKnownOne() {
        TcpTestMember a = member("a", 1, Map.of());
        TcpTestMember z = member("z", 1, Map.of("a", a.address()));
        run(() -> a.events.contains("connected z") && z.events.contains("connected a"), a, z);
    }

    @Test // QUORUM-8
    void rejectsMemberWithAnotherKey() {
        TcpTestMember b = member("b", 1, Map.of());
        TcpTestMember a = keep(new TcpTestMember(
                "a", 1, TcpTestMember.key("another key, and as long"), "127.0.0.1:0", Map.of("b", b.address())));
        run(() -> a.transport.traffic().rejected().containsKey("unauthenticated"), a, b);
        assertThat(a.events).isEmpty();
        assertThat(b.events).isEmpty();
    }

    @Test // QUORUM-4
    void rejectsSecondMemberWithSameName() {
        TcpTestMember first = member("a", 1, Map.of());
        TcpTestMember second = member("b", 2, Map.of());
        TcpTestMember twin = keep(new TcpTestMember("a", 2, KEY, "127.0.0.1:0", Map.of("b", first.address())));
        run(() -> twin.transport.traffic().rejected().containsKey("mistaken"), first, second, twin);
        assertThat(first.events).isEmpty();
    }

    @Test // QUORUM-7
    void closedAndRefusedConnectionIsNoEvidence() throws IOException {
        TcpTestMember b = member("b", 7, Map.of());
        TcpTestMember a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.events.contains("connected b") && b.events.contains("connected a"), a, b);
        b.transport.close();
        run(() -> a.events.contains("disconnected b#7"), a);
        for (int turn = 0; turn < 50; turn++) {
            run(() -> true, a);
            a.transport.poll(System.nanoTime() + 2_000_000); // Further attempts are refused.
        }
        assertThat(a.events).containsExactly("connected b", "disconnected b#7");
    }

    @Test // QUORUM-7
    void resetConnectionToRunningMemberProvesNothing() {
        TcpTestMember b = member("b", 7, Map.of());
        FaultProxy proxy = keep(FaultProxy.to("127.0.0.1", b.transport.port()));
        TcpTestMember a = member("a", 1, Map.of("b", "127.0.0.1:" + proxy.port()));
        run(() -> a.events.contains("connected b"), a, b);
        proxy.reset();
        run(() -> a.events.stream().filter("connected b"::equals).count() >= 2, a, b);
        assertThat(a.events).containsOnly("connected b", "disconnected b#7");
    }

    @Test // QUORUM-7
    void newProcessAtSameAddressIsNoEvidenceAboutFormerOne() {
        TcpTestMember b = member("b", 7, Map.of());
        String address = b.address();
        FaultProxy proxy = keep(FaultProxy.to("127.0.0.1", b.transport.port()));
        TcpTestMember a = member("a", 1, Map.of("b", "127.0.0.1:" + proxy.port()));
        run(() -> a.events.contains("connected b"), a, b);
        b.transport.close();
        TcpTestMember again = keep(new TcpTestMember("b", 8, KEY, address, Map.of()));
        run(() -> a.events.stream().filter("connected b"::equals).count() >= 2, a, again);
        assertThat(a.events).containsExactly("connected b", "disconnected b#7", "connected b");
    }

    @Test // QUORUM-4
    void secondProcessIsRefusedWhileFirstAnswers() {
        TcpTestMember a = member("a", 1, Map.of());
        TcpTestMember b = member("b", 7, Map.of("a", a.address()));
        run(() -> a.events.contains("connected b") && b.events.contains("connected a"), a, b);
        TcpTestMember twin = member("b", 9, Map.of("a", a.address()));
        run(() -> a.transport.traffic().rejected().containsKey("mistaken"), a, b, twin);
        b.sendVote("a", 3);
        run(() -> a.events.contains("b#7 term 3"), a, b);
        assertThat(a.events).containsExactly("connected b", "b#7 term 3");
    }

    @Test // QUORUM-4
    void secondProcessReplacesFirstThatDoesNotAnswer() {
        TcpTestMember a = member("a", 1, Map.of());
        TcpTestMember frozen = member("b", 7, Map.of("a", a.address()));
        run(() -> a.events.contains("connected b"), a, frozen);
        TcpTestMember next = member("b", 9, Map.of("a", a.address()));
        run(() -> a.events.size() == 3, a, next);
        assertThat(a.events).containsExactly("connected b", "disconnected b#7", "connected b");
        next.sendVote("a", 3);
        run(() -> a.events.contains("b#9 term 3"), a, next);
    }

    @Test // QUORUM-4
    void refusedPeerLearnsWhyAndIsNotConnected() {
        TcpTestMember a = member("a", 1, Map.of());
        a.objection = "its state folder is an earlier copy";
        TcpTestMember b = member("b", 7, Map.of("a", a.address()));
        run(() -> b.events.stream().anyMatch(event -> event.contains("earlier copy")), a, b);
        assertThat(a.events).isEmpty();
    }

    @Test // QUORUM-8
    void introductionArrivesBeforeConnectionAndMessages() {
        TcpTestMember a = member("a", 1, Map.of());
        TcpTestMember b = member("b", 7, Map.of("a", a.address()));
        run(() -> a.events.contains("connected b") && b.events.contains("connected a"), a, b);
        assertThat(a.introduced).containsExactly(TcpTestMember.hello(7));
        assertThat(b.introduced).containsExactly(TcpTestMember.hello(1));
    }

    @Test // QUORUM-12
    void dropsAndCountsGarbage() throws IOException {
        TcpTestMember b = member("b", 1, Map.of());
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            Socket socket = keep(new Socket(InetAddress.getLoopbackAddress(), b.transport.port()));
            byte[] garbage = new byte[1 + random.nextInt(2000)];
            random.nextBytes(garbage);
            try {
                OutputStream out = socket.getOutputStream();
                out.write(garbage);
                out.flush();
            } catch (IOException dropped) {
                assertThat(i).as("the first connection is read completely").isPositive();
            }
            b.transport.poll(System.nanoTime());
        }
        run(
                () -> b.transport.traffic().rejected().values().stream()
                                .mapToLong(n -> n)
                                .sum()
                        >= 200,
                b);
        TcpTestMember a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.events.contains("connected b"), a, b);
        assertThat(b.events).containsExactly("connected a");
    }

    @Test // QUORUM-12
    void silentConnectionsDoNotKeepMemberOut() throws IOException {
        TcpTestMember b = member("b", 1, Map.of());
        for (int i = 0; i < 400; i++) {
            keep(new Socket(InetAddress.getLoopbackAddress(), b.transport.port()));
        }
        TcpTestMember a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.events.contains("connected b") && b.events.contains("connected a"), a, b);
        assertThat(b.transport.traffic().rejected()).containsKey("crowded");
    }

    private TcpTestMember member(String id, long incarnation, Map<String, String> peers) {
        return keep(new TcpTestMember(id, incarnation, KEY, "127.0.0.1:0", peers));
    }

    private TcpTestMember keep(TcpTestMember pair) {
        open.add(pair.transport);
        return pair;
    }

    private <T extends AutoCloseable> T keep(T thing) {
        open.add(thing);
        return thing;
    }
}
