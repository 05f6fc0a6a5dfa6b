package dev.baton.console.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The time without a leader between two tenures. */
class LeaderlessGapTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

    @Test // API-9
    void releaseGivesTheExactLength() {
        LeaderlessGap gap = between(ended(1, 0, 60, "transferred", 58), lasting(2, 61));
        assertThat(gap.atLeast()).isEqualTo(Duration.ofSeconds(1));
        assertThat(gap.atMost()).isEqualTo(Duration.ofSeconds(1));
        assertThat(gap.planned()).isTrue();
    }

    @Test // API-9
    void crashThatTheSuccessorRecordsBeganAfterTheLastStatus() {
        LeaderlessGap gap = between(ended(1, 0, 61, "session_closed", 58), lasting(2, 61));
        assertThat(gap.atLeast()).isEqualTo(Duration.ZERO);
        assertThat(gap.atMost()).isEqualTo(Duration.ofSeconds(3));
        assertThat(gap.earliest()).isEqualTo(START.plusSeconds(58));
        assertThat(gap.planned()).isFalse();
    }

    @Test // API-9
    void gapOfAStoreThatRecordsNoEndIsKnownFromTheLastStatusOnly() {
        ConsoleTenure open = new ConsoleTenure(
                new Tenure(1, "i1", START, Optional.empty(), Optional.empty()),
                Optional.of(START.plusSeconds(70)),
                Optional.of(START.plusSeconds(58)));
        LeaderlessGap gap = between(open, lasting(2, 61));
        assertThat(gap.atLeast()).isEqualTo(Duration.ZERO);
        assertThat(gap.atMost()).isEqualTo(Duration.ofSeconds(3));
        assertThat(gap.settled()).isFalse();
    }

    @Test // API-9
    void overlapIsNoGap() {
        LeaderlessGap gap = between(ended(1, 0, 70, "expired", 65), lasting(2, 61));
        assertThat(gap.atMost()).isEqualTo(Duration.ZERO);
        assertThat(gap.atLeast()).isEqualTo(Duration.ZERO);
    }

    @Test // API-9
    void failoverTimesCountFailuresOnly() {
        FailoverSummary times = TenureSummary.of(
                        List.of(
                                ended(1, 0, 10, "expired", 10),
                                ended(2, 14, 20, "transferred", 20),
                                ended(3, 29, 30, "session_closed", 28),
                                ended(4, 30, 40, "taken_over", 39),
                                lasting(5, 40)),
                        START.plusSeconds(50))
                .failovers();
        assertThat(times)
                .isEqualTo(new FailoverSummary(3, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4)));
    }

    @Test // API-9
    void medianOfTwoFailoversIsBetweenThem() {
        FailoverSummary times = TenureSummary.of(
                        List.of(ended(1, 0, 10, "expired", 10), ended(2, 14, 20, "session_closed", 20), lasting(3, 22)),
                        START.plusSeconds(50))
                .failovers();
        assertThat(times)
                .isEqualTo(new FailoverSummary(2, Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(4)));
    }

    private static LeaderlessGap between(ConsoleTenure before, ConsoleTenure after) {
        return LeaderlessGap.findIn(List.of(after, before)).get(0);
    }

    private static ConsoleTenure ended(long epoch, long from, long to, String reason, long lastSeen) {
        return new ConsoleTenure(
                new Tenure(
                        epoch,
                        "i" + epoch,
                        START.plusSeconds(from),
                        Optional.of(START.plusSeconds(to)),
                        Optional.of(reason)),
                Optional.empty(),
                Optional.of(START.plusSeconds(lastSeen)));
    }

    private static ConsoleTenure lasting(long epoch, long from) {
        return new ConsoleTenure(
                new Tenure(epoch, "i" + epoch, START.plusSeconds(from), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }
}
