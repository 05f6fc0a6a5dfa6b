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

/** An unreadable lock with {@code on-unreadable=lead}: the relay refuses the unconfirmed leader. */
class UnreadableLockTest {

    @Test // FILE-3 FILE-13
    @Timeout(60)
    void unconfirmedLeaderIsRefusedAndItsEventsWaitForAConfirmedTenure(@TempDir Path directory) throws IOException {
        Path lock = Files.createDirectories(directory.resolve("locks/agent.lock"));
        RelayLedger ledger = new RelayLedger();
        RecordingSender sender = new RecordingSender(ledger);
        RelayEvent event = new RelayEvent("e1", "hello");
        ledger.post(event);
        try (Baton baton = Baton.connect("file:" + directory + "?on-unreadable=lead")) {
            Candidate candidate = baton.election("agent")
                    .candidate(CandidateSettings.builder()
                            .renewInterval(Duration.ofMillis(500))
                            .build());
            try (AgentHarness harness = new AgentHarness(candidate, received -> "hi", sender, () -> {})) {
                harness.onEvent(event);
                harness.start(Duration.ofHours(1));
                await().until(() -> sender.sent().size() == 1);
                assertThat(candidate.leadership().orElseThrow().isConfirmed()).isFalse();
                assertThat(ledger.statistics().unconfirmed()).isEqualTo(1);
                assertThat(harness.openEvents()).isEqualTo(1);

                Files.delete(lock);
                await().until(() -> harness.openEvents() == 0);
                assertThat(ledger.statistics().replies()).isEqualTo(1);
                assertThat(sender.sent().get(1).epoch()).isPositive();
            }
        }
    }
}
