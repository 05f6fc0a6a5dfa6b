package dev.baton.quorum.tcp;

import static dev.baton.quorum.tcp.TcpPair.KEY;
import static dev.baton.quorum.tcp.TcpPair.run;
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
        for (AutoCloseable thing : open) {
            thing.close();
        }
    }

    @Test // QUORUM-8
    void twoMembersFindEachOtherAndSpeakInOrder() {
        TcpPair b = member("b", 2, Map.of());
        TcpPair a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.heard.contains("linked b") && b.heard.contains("linked a"), a, b);
        for (int term = 1; term <= 100; term++) {
            a.say("b", term);
            b.say("a", 1000 + term);
        }
        run(() -> b.heard.contains("a#1 says 100") && a.heard.contains("b#2 says 1100"), a, b);
        assertThat(b.heard).hasSize(101).containsSubsequence("a#1 says 1", "a#1 says 2", "a#1 says 99");
        assertThat(a.transport.linked()).containsExactly("b");
        assertThat(b.transport.addresses()).containsEntry("a", a.address());
    }

    @Test // QUORUM-8
    void theOneThatIsKnownToNobodyConnectsItself() {
        TcpPair a = member("a", 1, Map.of());
        TcpPair z = member("z", 1, Map.of("a", a.address()));
        run(() -> a.heard.contains("linked z") && z.heard.contains("linked a"), a, z);
    }

    @Test // QUORUM-8
    void whoHasAnotherKeyIsNotListenedTo() {
        TcpPair b = member("b", 1, Map.of());
        TcpPair a = keep(
                new TcpPair("a", 1, TcpPair.key("another key, and as long"), "127.0.0.1:0", Map.of("b", b.address())));
        run(() -> a.transport.traffic().rejected().containsKey("unauthenticated"), a, b);
        assertThat(a.heard).isEmpty();
        assertThat(b.heard).isEmpty();
    }

    @Test // QUORUM-4
    void aSecondMemberOfTheSameNameIsNotListenedTo() {
        TcpPair first = member("a", 1, Map.of());
        TcpPair second = member("b", 2, Map.of());
        TcpPair twin = keep(new TcpPair("a", 2, KEY, "127.0.0.1:0", Map.of("b", first.address())));
        run(() -> twin.transport.traffic().rejected().containsKey("mistaken"), first, second, twin);
        assertThat(first.heard).isEmpty();
    }

    @Test // QUORUM-7
    void anEndedProcessIsGoneOnlyWhenNothingListensThereAnyMore() {
        TcpPair b = member("b", 7, Map.of());
        TcpPair a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.heard.contains("linked b") && b.heard.contains("linked a"), a, b);
        b.transport.close();
        run(() -> a.heard.contains("gone b#7 loopback"), a);
        assertThat(a.heard).containsExactly("linked b", "gone b#7 loopback");
    }

    @Test // QUORUM-7
    void aConnectionThatIsResetWhileTheListenerLivesProvesNothing() {
        TcpPair b = member("b", 7, Map.of());
        FaultProxy proxy = keep(FaultProxy.to("127.0.0.1", b.transport.port()));
        TcpPair a = member("a", 1, Map.of("b", "127.0.0.1:" + proxy.port()));
        run(() -> a.heard.contains("linked b"), a, b);
        proxy.reset();
        run(() -> a.heard.stream().filter("linked b"::equals).count() >= 2, a, b);
        assertThat(a.heard).containsOnly("linked b");
    }

    @Test // QUORUM-7
    void aNewProcessBehindTheSameAddressProvesThatTheOldOneIsGone() {
        TcpPair b = member("b", 7, Map.of());
        String address = b.address();
        FaultProxy proxy = keep(FaultProxy.to("127.0.0.1", b.transport.port()));
        TcpPair a = member("a", 1, Map.of("b", "127.0.0.1:" + proxy.port()));
        run(() -> a.heard.contains("linked b"), a, b);
        b.transport.close();
        TcpPair again = keep(new TcpPair("b", 8, KEY, address, Map.of()));
        run(() -> a.heard.contains("gone b#7 loopback"), a, again);
    }

    @Test // QUORUM-12
    void garbageIsDroppedCountedAndTakesNoMemory() throws IOException {
        TcpPair b = member("b", 1, Map.of());
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
                assertThat(i).as("the first is heard out").isPositive();
            }
            b.transport.await(System.nanoTime());
        }
        run(
                () -> b.transport.traffic().rejected().values().stream()
                                .mapToLong(n -> n)
                                .sum()
                        >= 200,
                b);
        TcpPair a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.heard.contains("linked b"), a, b);
        assertThat(b.heard).containsExactly("linked a");
    }

    @Test // QUORUM-12
    void manyWhoSayNothingDoNotKeepAMemberOut() throws IOException {
        TcpPair b = member("b", 1, Map.of());
        for (int i = 0; i < 400; i++) {
            keep(new Socket(InetAddress.getLoopbackAddress(), b.transport.port()));
        }
        TcpPair a = member("a", 1, Map.of("b", b.address()));
        run(() -> a.heard.contains("linked b") && b.heard.contains("linked a"), a, b);
        assertThat(b.transport.traffic().rejected()).containsKey("crowded");
    }

    private TcpPair member(String id, long incarnation, Map<String, String> peers) {
        return keep(new TcpPair(id, incarnation, KEY, "127.0.0.1:0", peers));
    }

    private TcpPair keep(TcpPair pair) {
        open.add(pair.transport);
        return pair;
    }

    private <T extends AutoCloseable> T keep(T thing) {
        open.add(thing);
        return thing;
    }
}
