package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Strangers that open connections and send garbage as fast as they can. */
class GarbageConnectionsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test // QUORUM-12
    void floodOfGarbageConnectionsDoesNotChangeTheLeader() throws Exception {
        ExecutorService strangers = Executors.newFixedThreadPool(2);
        AtomicBoolean over = new AtomicBoolean();
        try (TestGroup group = new TestGroup(3, "&heartbeat=200ms&lease=4s", false);
                Baton first = Baton.connect(group.url("n1"));
                Baton second = Baton.connect(group.url("n2"));
                Baton third = Baton.connect(group.url("n3"))) {
            List<Baton> all = List.of(first, second, third);
            AtomicInteger acquisitions = new AtomicInteger();
            List<Candidate> candidates = new ArrayList<>();
            for (Baton baton : all) {
                Candidate candidate = baton.candidate("job");
                candidate.onAcquired(leadership -> acquisitions.incrementAndGet());
                candidates.add(candidate);
                candidate.start();
            }
            await().atMost(SOON).until(() -> candidates.stream().anyMatch(Candidate::isLeader));
            int before = acquisitions.get();

            List<Future<Integer>> floods = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                floods.add(strangers.submit(() -> flood(group.ids(), group, over)));
            }
            // Longer than a lease, in which a leader without heartbeats would be replaced.
            await().atMost(SOON)
                    .during(Duration.ofSeconds(6))
                    .until(() ->
                            acquisitions.get() == before && candidates.stream().anyMatch(Candidate::isLeader));
            over.set(true);
            int connections = 0;
            for (Future<Integer> flood : floods) {
                connections += flood.get();
            }
            assertThat(connections).isGreaterThan(100);
            assertThat(acquisitions.get())
                    .as("leaders under %d connections", connections)
                    .isEqualTo(before);
            assertThat(candidates).anyMatch(Candidate::isLeader);
            try (Baton observer = Baton.connect(group.observerUrl("n1"))) {
                await().atMost(SOON)
                        .ignoreExceptions()
                        .until(() -> observer.election("job").leader().isPresent());
            }
        } finally {
            strangers.shutdownNow();
        }
    }

    /** Returns the number of connections. */
    private static int flood(List<String> ids, TestGroup group, AtomicBoolean over) {
        byte[] garbage = new byte[600];
        int count = 0;
        while (!over.get()) {
            for (String id : ids) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), group.port(id))) {
                    socket.setSoLinger(true, 0);
                    socket.getOutputStream().write(garbage);
                    count++;
                } catch (IOException refused) {
                    // The member closes connections, or the system has too many of them.
                }
            }
        }
        return count;
    }
}
