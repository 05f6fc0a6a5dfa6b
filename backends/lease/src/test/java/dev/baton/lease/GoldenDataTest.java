package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.Tenure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that version 0.1 wrote: {@code golden} was released at epoch 2, the leader of {@code held} was killed at epoch 1. */
class GoldenDataTest {
    @TempDir
    Path directory;

    @Test // LEASE-2, FENCE-1
    void recordsOfVersion01AreReadAndContinued() throws Exception {
        Path file = directory.resolve("lease.db");
        Files.copy(Path.of("src/test/resources/golden-0.1/lease.db"), file);
        try (Baton baton = Baton.connect("lease:sqlite:" + file)) {
            assertThat(baton.elections()).containsExactly("golden", "held");
            assertThat(baton.election("golden").history())
                    .extracting(Tenure::epoch, Tenure::instanceId)
                    .containsExactly(tuple(1L, "worker-1"), tuple(2L, "worker-2"));
            assertThat(epochOfNextTenure(baton, "golden")).isEqualTo(3);
            // The boot id of the killed leader is not the one of this machine, so it has ended.
            assertThat(epochOfNextTenure(baton, "held")).isEqualTo(2);
        }
    }

    private static long epochOfNextTenure(Baton baton, String election) throws InterruptedException {
        try (Candidate candidate = baton.candidate(election)) {
            candidate.start();
            return candidate
                    .awaitLeadership(Duration.ofSeconds(20))
                    .map(Leadership::epoch)
                    .orElse(0L);
        }
    }
}
