package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
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
        ExecutorService stranger = Executors.newSingleThreadExecutor();
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

            GarbageFlood flood =
                    new GarbageFlood(group.ids().stream().map(group::port).toList());
            long begin = System.nanoTime();
            Future<Integer> flooding = stranger.submit(() -> flood.run(over::get));
            // Longer than a lease, in which a leader without heartbeats would be replaced.
            await().atMost(SOON)
                    .during(Duration.ofSeconds(6))
                    .until(() ->
                            acquisitions.get() == before && candidates.stream().anyMatch(Candidate::isLeader));
            over.set(true);
            int connections = flooding.get();
            System.out.printf("%.0f connections a second%n", connections * 1e9 / (System.nanoTime() - begin));
            assertThat(connections).isGreaterThan(5_000);
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
            stranger.shutdownNow();
        }
    }
}
