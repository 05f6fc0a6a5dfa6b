package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading the feed from a position, and positions that are lost. */
class ConsoleFeedTest {
    private final ConsoleFeed feed = new ConsoleFeed();

    @Test // API-7
    void returnsMessagesInOrderAfterAKeptPosition() {
        for (int i = 1; i <= 10; i++) {
            feed.publish("log", "\"" + i + "\"");
        }
        assertThat(feed.after(0, 100).orElseThrow()).hasSize(10);
        assertThat(feed.after(7, 100).orElseThrow())
                .extracting(FeedMessage::data)
                .containsExactly("\"8\"", "\"9\"", "\"10\"");
        assertThat(feed.after(7, 2).orElseThrow())
                .extracting(FeedMessage::sequence)
                .containsExactly(8L, 9L);
        assertThat(feed.after(10, 100)).contains(List.of());
    }

    @Test // API-7
    void reportsAPositionThatIsNoLongerKept() {
        for (int i = 0; i < 5_000; i++) {
            feed.publish("election", "{}");
        }
        assertThat(feed.after(0, 10)).isEmpty();
        assertThat(feed.after(5_000 - 4_096, 10)).isPresent();
        assertThat(feed.after(5_000 - 4_097, 10)).isEmpty();
        assertThat(feed.after(5_001, 10)).isEmpty();
    }

    @Test // API-7
    void reportsAPositionOfAnEarlierRun() {
        feed.publish("log", "1");
        assertThat(feed.sequence(feed.position(feed.last()))).contains(1L);
        assertThat(feed.sequence(new ConsoleFeed().position(1))).isEmpty();
        assertThat(feed.sequence("nonsense")).isEmpty();
        assertThat(feed.sequence(feed.position(1) + "x")).isEmpty();
    }

    @Test // API-7
    void limitsTheMemoryOfLongMessages() {
        String megabyte = "x".repeat(1_000_000);
        for (int i = 0; i < 20; i++) {
            feed.publish("election", megabyte);
        }
        assertThat(feed.after(11, 100)).isEmpty();
        assertThat(feed.after(12, 100).orElseThrow()).hasSize(8);

        feed.publish("election", megabyte.repeat(9));
        assertThat(feed.after(20, 100).orElseThrow())
                .as("the latest message is kept whatever its length")
                .hasSize(1);
    }
}
