package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lock that cannot be read makes a leader, but none that the relay believes. */
class UnreadableLockTest {

    @Test // FILE-3 FILE-13
    @Timeout(60)
    void unconfirmedLeaderIsRefusedAndItsEventsWaitForAConfirmedTenure(@TempDir Path directory) throws IOException {
        Path lock = Files.createDirectories(directory.resolve("locks/agent.lock"));
        RelayLedger ledger = new RelayLedger();
        RecordingOutlet outlet = new RecordingOutlet(ledger);
        RelayEvent event = new RelayEvent("e1", "hello");
        ledger.post(event);
        try (Baton baton = Baton.connect("file:" + directory + "?on-unreadable=lead")) {
            Candidate candidate = baton.election("agent")
                    .candidate(CandidateSettings.builder()
                            .renewInterval(Duration.ofMillis(500))
                            .build());
            try (AgentHarness harness = new AgentHarness(candidate, asked -> "hi", outlet, () -> {})) {
                harness.posted(event);
                harness.start(Duration.ofHours(1));
                await().until(() -> outlet.sent().size() == 1);
                assertThat(candidate.leadership().orElseThrow().isConfirmed()).isFalse();
                assertThat(ledger.tally().unconfirmed()).isEqualTo(1);
                assertThat(harness.waiting()).isEqualTo(1);

                Files.delete(lock);
                await().until(() -> harness.waiting() == 0);
                assertThat(ledger.tally().replies()).isEqualTo(1);
                assertThat(outlet.sent().get(1).epoch()).isPositive();
            }
        }
    }
}
