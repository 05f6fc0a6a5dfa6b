package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.Watched;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Raw frames, written where processes write theirs, through the real ingest to the API. */
class IngestTest {

    @Test // FILE-11 FILE-12
    void rawFramesBecomeTheStatusObjectAndBadOnesAreDropped() {
        try (Watched watched = Watched.fileStore()) {
            String sound = RawStore.leader("nightly", "good", 3, 0);
            watched.raw().elections("nightly", "<img src=x>", "a\"b");
            watched.raw()
                    .roster(
                            "here",
                            List.of(
                                    sound,
                                    "this is no frame",
                                    sound.replace("\"good\"", "\"notime\"")
                                            .replaceAll("\"timestamp\":\"[^\"]*\"", "\"timestamp\":\"soon\""),
                                    sound.replace("\"good\"", "\"<b>bold</b>\""),
                                    RawStore.leader("nightly", "future", 9, -9_000),
                                    RawStore.leader("nightly", "past", 9, 20_000),
                                    "{\"type\":\"leadership_status\",\"junk\":\"" + "x".repeat(2_000_000) + "\"}",
                                    RawStore.standby("nightly", "other", 1_000)));
            Watched.await("both instances", () -> watched.instances("nightly").equals(List.of("good", "other")));
            assertThat(watched.badge("nightly")).isEqualTo("good");
            assertThat(watched.election("nightly")).containsKeys("election", "leader", "instances", "history");
            assertThat(watched.list("nightly", "instances").get(0))
                    .containsKeys("instance_id", "state", "last_seen", "priority", "healthy");
            watched.raw().leave("here");
            Watched.await("nobody", () -> watched.instances("nightly").isEmpty());
            assertThat(watched.badge("nightly")).isEmpty();
        }
    }
}
