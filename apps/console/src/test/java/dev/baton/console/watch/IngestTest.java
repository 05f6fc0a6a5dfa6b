package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.TestConsole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The way of a raw status from the roster of a store to the API. */
class IngestTest {

    @Test // FILE-11 FILE-12
    void servesValidStatusesAndDropsInvalidOnes() {
        try (TestConsole console = TestConsole.onFileStore()) {
            String valid = RawStore.leader("nightly", "good", 3, 0);
            console.raw().elections("nightly", "<img src=x>", "a\"b");
            console.raw()
                    .roster(
                            "here",
                            List.of(
                                    valid,
                                    "not a status",
                                    valid.replace("\"good\"", "\"notime\"")
                                            .replaceAll("\"timestamp\":\"[^\"]*\"", "\"timestamp\":\"soon\""),
                                    valid.replace("\"good\"", "\"<b>bold</b>\""),
                                    RawStore.leader("nightly", "future", 9, -9_000),
                                    RawStore.leader("nightly", "past", 9, 20_000),
                                    "{\"type\":\"leadership_status\",\"junk\":\"" + "x".repeat(2_000_000) + "\"}",
                                    RawStore.standby("nightly", "other", 1_000)));
            TestConsole.await(
                    "both instances are live",
                    () -> console.instances("nightly").equals(List.of("good", "other")));
            assertThat(console.badge("nightly")).isEqualTo("good");
            assertThat(console.election("nightly")).containsKeys("election", "leader", "instances", "history");
            assertThat(console.list("nightly", "instances").get(0))
                    .containsKeys("instance_id", "state", "last_seen", "priority", "healthy");
            console.raw().removeRoster("here");
            TestConsole.await(
                    "no instance is live", () -> console.instances("nightly").isEmpty());
            assertThat(console.badge("nightly")).isEmpty();
        }
    }
}
