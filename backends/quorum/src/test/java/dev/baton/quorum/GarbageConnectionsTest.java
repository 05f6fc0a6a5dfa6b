package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Strangers that open connections and send garbage as fast as they can. */
class GarbageConnectionsTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final int CONNECTIONS = 30_000;
    /** Twice as many as the heartbeats of a lease: a leader without heartbeats would have been replaced meanwhile. */
    private static final int RENEWALS = 40;

    @Test // QUORUM-12
    void floodOfGarbageConnectionsDoesNotChangeTheLeader() throws Exception {
        ExecutorService stranger = Executors.newSingleThreadExecutor();
        try (TestGroup group = new TestGroup(3, "&heartbeat=200ms&lease=4s", false);
                Baton first = Baton.connect(group.url("n1"));
                Baton second = Baton.connect(group.url("n2"));
                Baton third = Baton.connect(group.url("n3"))) {
            AtomicInteger acquisitions = new AtomicInteger();
            List<Candidate> candidates = new ArrayList<>();
            for (Baton baton : List.of(first, second, third)) {
                Candidate candidate = baton.candidate("job");
                candidate.onAcquired(leadership -> acquisitions.incrementAndGet());
                candidates.add(candidate);
                candidate.start();
            }
            await().atMost(SOON).until(() -> candidates.stream().anyMatch(Candidate::isLeader));
            Candidate leader =
                    candidates.stream().filter(Candidate::isLeader).findFirst().orElseThrow();
            Leadership leadership = leader.leadership().orElseThrow();
            await().atMost(SOON).until(() -> acquisitions.get() == 1);

            GarbageFlood flood =
                    new GarbageFlood(group.ids().stream().map(group::port).toList());
            Renewals renewals = new Renewals(leadership);
            long begin = System.nanoTime();
            Future<Integer> flooding =
                    stranger.submit(() -> flood.run(CONNECTIONS, () -> renewals.seen.get() >= RENEWALS));
            await().atMost(SOON)
                    .pollInterval(OFTEN)
                    .failFast("the leadership has ended", () -> !leadership.isValid())
                    .until(() -> {
                        renewals.look();
                        return flooding.isDone();
                    });
            int connections = flooding.get();
            double seconds = (System.nanoTime() - begin) / 1e9;
            System.out.printf(
                    "%d connections, %.0f a second, %d renewals%n",
                    connections, connections / seconds, renewals.seen.get());
            assertThat(connections).isGreaterThanOrEqualTo(CONNECTIONS);
            assertThat(renewals.seen.get()).isGreaterThanOrEqualTo(RENEWALS);
            assertThat(leader.leadership().map(Leadership::epoch)).isEqualTo(Optional.of(leadership.epoch()));
            assertThat(acquisitions.get())
                    .as("leaders under %d connections", connections)
                    .isEqualTo(1);
            try (Baton observer = Baton.connect(group.observerUrl("n1"))) {
                await().atMost(SOON)
                        .ignoreExceptions()
                        .until(() -> observer.election("job").leader().isPresent());
            }
        } finally {
            stranger.shutdownNow();
            assertThat(stranger.awaitTermination(SOON.toSeconds(), TimeUnit.SECONDS))
                    .as("the flood has ended")
                    .isTrue();
        }
    }

    /** Counts how often the time that a leadership has left was seen to grow: a majority has acknowledged a heartbeat. */
    private static final class Renewals {
        private final Leadership leadership;
        private final AtomicInteger seen = new AtomicInteger();
        private Duration remaining;

        Renewals(Leadership leadership) {
            this.leadership = leadership;
            this.remaining = leadership.remaining();
        }

        void look() {
            Duration now = leadership.remaining();
            if (now.compareTo(remaining) > 0) {
                seen.incrementAndGet();
            }
            remaining = now;
        }
    }
}
