package dev.baton.quorum.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AcceptBudgetTest {
    private static final long SECOND = 1_000_000_000;

    private static InetAddress source(int number) throws Exception {
        return InetAddress.getByAddress(new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
    }

    @Test // QUORUM-12
    void floodOfOneSourceLeavesRoomForAnother() throws Exception {
        AcceptBudget budget = new AcceptBudget(0);
        long served = 0;
        long accepted = 0;
        for (long now = 0; now < SECOND; now += SECOND / 5_000) {
            if (budget.mayAccept(now)) {
                accepted++;
                served += budget.take(source(1), now) ? 1 : 0;
            }
        }
        assertThat(accepted).isBetween(1_000L, 1_300L);
        assertThat(served).isBetween(200L, 230L);
        long later = SECOND + SECOND / 500;
        assertThat(budget.mayAccept(later)).isTrue();
        assertThat(budget.take(source(2), later)).isTrue();
    }

    @Test // QUORUM-12
    void budgetRecoversAfterAFloodAndForgetsSources() throws Exception {
        AcceptBudget budget = new AcceptBudget(0);
        for (int i = 0; i < 100_000; i++) {
            budget.take(source(i), 0);
        }
        assertThat(budget.mayAccept(0)).isFalse();
        long later = budget.availableAt();
        assertThat(budget.mayAccept(later)).isTrue();
        assertThat(budget.take(source(7), later)).isTrue();
    }

    @Test // QUORUM-12
    void sourceThatUsedUpItsShareIsNotServedWhileAnotherIs() throws Exception {
        AcceptBudget budget = new AcceptBudget(0);
        for (int i = 0; i < AcceptBudget.SOURCE_BURST; i++) {
            assertThat(budget.take(source(1), 0)).isTrue();
        }
        assertThat(budget.take(source(1), 0)).isFalse();
        assertThat(budget.take(source(2), 0)).isTrue();
    }

    @Test // QUORUM-12
    void newcomerDisplacesTheOldestConnectionOfTheBusiestSource() throws Exception {
        List<InetAddress> pending = new ArrayList<>(List.of(source(1), source(2)));
        while (pending.size() < AcceptBudget.MAX_PENDING - 1) {
            pending.add(InetAddress.getByAddress(source(2).getAddress()));
        }
        assertThat(AcceptBudget.displaced(pending, source -> source)).isEmpty();
        pending.add(source(3));
        assertThat(AcceptBudget.displaced(pending, source -> source))
                .hasValueSatisfying(oldest -> assertThat(oldest).isSameAs(pending.get(1)));
    }

    @Test // QUORUM-12
    void oneTurnAcceptsOnlyAFewConnections() throws Exception {
        TcpTestMember member = new TcpTestMember("a", 1, TcpTestMember.KEY, "127.0.0.1:0", Map.of());
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket socket = new Socket();
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), member.transport.port()), 5_000);
                strangers.add(socket);
            }
            member.transport.poll(System.nanoTime());
            assertThat(member.transport.pendingConnections()).isPositive().isLessThanOrEqualTo(AcceptBudget.PER_TURN);
        } finally {
            for (Socket socket : strangers) {
                socket.close();
            }
            member.transport.close();
        }
    }
}
