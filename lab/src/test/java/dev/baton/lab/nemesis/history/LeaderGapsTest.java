package dev.baton.lab.nemesis.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The times without a leader. */
class LeaderGapsTest {
    private static final long MILLIS = 1_000_000;

    @Test
    void longestGapOfEachElectionBelongsToItsFaults() {
        List<ProcessHistory> histories = List.of(
                new ProcessHistory(
                        "a",
                        ProcessHistory.Kind.CANDIDATES,
                        List.of(valid("e", 1, 900), valid("e", 1, 1000), valid("e", 2, 1900), valid("e", 2, 1950))),
                new ProcessHistory(
                        "b",
                        ProcessHistory.Kind.CANDIDATES,
                        List.of(valid("f", 1, 1000), valid("f", 1, 1050), valid("f", 2, 5000))),
                new ProcessHistory(
                        "",
                        ProcessHistory.Kind.TRIAL,
                        List.of(
                                new HistoryEvent.Injected(1, "kill", 1020 * MILLIS),
                                new HistoryEvent.Injected(2, "freeze", 1920 * MILLIS))));
        assertThat(LeaderGaps.millisByFaults(histories))
                .isEqualTo(Map.of("kill", List.of(900.0), "freeze", List.of(3950.0)));
    }

    private static HistoryEvent valid(String election, long epoch, long millis) {
        return new HistoryEvent.Valid(election, epoch, millis * MILLIS, millis * MILLIS + 1);
    }
}
