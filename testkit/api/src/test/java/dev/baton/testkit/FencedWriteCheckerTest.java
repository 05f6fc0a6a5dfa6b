package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FencedWriteCheckerTest {
    private final FencedWriteChecker history = new FencedWriteChecker();

    @Test // FENCE-2
    void acceptsWritesThatMayHaveHappenedInOrderOfEpochs() {
        history.accepted("a", 1, 0, 10);
        history.accepted("b", 2, 5, 12);
        history.accepted("slow", 1, 11, 30);
        history.accepted("c", 3, 20, 25);
        assertThat(history.violations()).isEmpty();
    }

    @Test // FENCE-2
    void findsWriteOfEarlierLeaderAfterAcknowledgedLaterOne() {
        history.accepted("a", 1, 0, 10);
        history.accepted("b", 3, 11, 12);
        history.accepted("stale", 1, 13, 14);
        history.accepted("stale too", 2, 15, 16);
        assertThat(history.violations())
                .hasSize(2)
                .anyMatch(line -> line.contains("what=stale,"))
                .anyMatch(line -> line.contains("what=stale too,"));
    }
}
