package dev.baton.console.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Overlaps come from the intervals of reigns. */
class TenureOverlapTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

    @Test // API-9
    void reignsThatFollowEachOtherDoNotOverlap() {
        assertThat(TenureOverlap.in(List.of(reign(1, 0, 10), reign(2, 10, 20), reign(3, 25, 30))))
                .isEmpty();
    }

    @Test // API-9
    void aReignThatBeganBeforeTheLastHadEndedOverlaps() {
        List<TenureOverlap> found = TenureOverlap.in(List.of(reign(1, 0, 10), reign(2, 7, 20)));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).first().epoch()).isEqualTo(1);
        assertThat(found.get(0).second().epoch()).isEqualTo(2);
        assertThat(found.get(0).from()).isEqualTo(START.plusSeconds(7));
        assertThat(found.get(0).length()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test // API-9
    void aReignInsideAnotherOverlapsForItsWholeLength() {
        List<TenureOverlap> found = TenureOverlap.in(List.of(reign(1, 0, 100), reign(2, 20, 30), reign(3, 40, 45)));
        assertThat(found)
                .extracting(TenureOverlap::length)
                .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    @Test // API-9
    void theOrderInWhichReignsAreToldMakesNoDifference() {
        assertThat(TenureOverlap.in(List.of(reign(3, 25, 30), reign(2, 7, 20), reign(1, 0, 10))))
                .isEqualTo(TenureOverlap.in(List.of(reign(1, 0, 10), reign(2, 7, 20), reign(3, 25, 30))));
    }

    @Test // API-9
    void aReignWhoseEndNobodyWroteDownRaisesNoAlarm() {
        ConsoleTenure crashed = new ConsoleTenure(
                1, "a", START, Optional.empty(), Optional.empty(), Optional.of(START.plusSeconds(60)));
        assertThat(TenureOverlap.in(List.of(crashed, reign(2, 7, 20)))).isEmpty();
    }

    @Test // API-9
    void theReignThatLastsIsComparedWithItsPredecessor() {
        ConsoleTenure lasting =
                new ConsoleTenure(2, "b", START.plusSeconds(5), Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(TenureOverlap.in(List.of(reign(1, 0, 10), lasting))).hasSize(1);
        assertThat(TenureOverlap.in(List.of(reign(1, 0, 5), lasting))).isEmpty();
    }

    @Test // API-9
    void threeChangesWithinFiveMinutesAreFlapping() {
        Instant now = START.plusSeconds(300);
        assertThat(TenureSummary.of(List.of(reign(1, 10, 20), reign(2, 20, 30)), now)
                        .isFlapping(now))
                .isFalse();
        assertThat(TenureSummary.of(List.of(reign(1, 10, 20), reign(2, 20, 30), reign(3, 40, 50)), now)
                        .isFlapping(now))
                .isTrue();
        assertThat(TenureSummary.of(List.of(reign(1, -10, 20), reign(2, 20, 30), reign(3, 40, 50)), now)
                        .isFlapping(now))
                .isFalse();
    }

    @Test // API-9
    void changesOfMoreThanAnHourAgoAreForgottenAsTimePasses() {
        Instant now = START.plusSeconds(60);
        TenureSummary summary = TenureSummary.of(List.of(reign(1, 0, 10), reign(2, 7, 20)), now);
        assertThat(summary.at(now.plusSeconds(10))).isSameAs(summary);
        TenureSummary later = summary.at(START.plusSeconds(3_603));
        assertThat(later.changes()).containsExactly(START.plusSeconds(7));
        assertThat(later.overlaps()).isEqualTo(summary.overlaps());
    }

    private static ConsoleTenure reign(long epoch, long from, long to) {
        return new ConsoleTenure(
                epoch,
                "i" + epoch,
                START.plusSeconds(from),
                Optional.of(START.plusSeconds(to)),
                Optional.of("resigned"),
                Optional.empty());
    }
}
