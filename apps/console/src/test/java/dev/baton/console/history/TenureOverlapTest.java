package dev.baton.console.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Overlaps are found in the recorded times of tenures. */
class TenureOverlapTest {
    private static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

    @Test // API-9
    void consecutiveTenuresDoNotOverlap() {
        assertThat(TenureOverlap.findIn(List.of(tenure(1, 0, 10), tenure(2, 10, 20), tenure(3, 25, 30))))
                .isEmpty();
    }

    @Test // API-9
    void findsTenureThatBeganBeforeItsPredecessorEnded() {
        List<TenureOverlap> overlaps = TenureOverlap.findIn(List.of(tenure(1, 0, 10), tenure(2, 7, 20)));
        assertThat(overlaps).hasSize(1);
        assertThat(overlaps.get(0).first().epoch()).isEqualTo(1);
        assertThat(overlaps.get(0).second().epoch()).isEqualTo(2);
        assertThat(overlaps.get(0).from()).isEqualTo(START.plusSeconds(7));
        assertThat(overlaps.get(0).length()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test // API-9
    void tenureInsideAnotherOverlapsForItsWholeLength() {
        List<TenureOverlap> overlaps =
                TenureOverlap.findIn(List.of(tenure(1, 0, 100), tenure(2, 20, 30), tenure(3, 40, 45)));
        assertThat(overlaps)
                .extracting(TenureOverlap::length)
                .containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    @Test // API-9
    void orderOfTenuresMakesNoDifference() {
        assertThat(TenureOverlap.findIn(List.of(tenure(3, 25, 30), tenure(2, 7, 20), tenure(1, 0, 10))))
                .isEqualTo(TenureOverlap.findIn(List.of(tenure(1, 0, 10), tenure(2, 7, 20), tenure(3, 25, 30))));
    }

    @Test // API-9
    void tenureWithoutRecordedEndDoesNotOverlapItsSuccessor() {
        assertThat(TenureOverlap.findIn(List.of(lasting(1, 0), tenure(2, 7, 20))))
                .isEmpty();
    }

    @Test // API-9
    void currentTenureIsComparedWithItsPredecessor() {
        assertThat(TenureOverlap.findIn(List.of(tenure(1, 0, 10), lasting(2, 5))))
                .hasSize(1);
        assertThat(TenureOverlap.findIn(List.of(tenure(1, 0, 5), lasting(2, 5))))
                .isEmpty();
    }

    @Test // API-9
    void findsAsManyPairsAsTheMetricOfCandidatesCounts() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Tenure> tenures = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                int from = random.nextInt(50);
                int epoch = random.nextInt(10);
                tenures.add(
                        random.nextInt(4) == 0 ? lasting(epoch, from) : tenure(epoch, from, from + random.nextInt(20)));
            }
            assertThat(TenureOverlap.findIn(tenures)).as("seed %s", seed).hasSize((int)
                    Tenure.overlappingPairs(tenures));
        }
    }

    @Test // API-9
    void threeUnplannedChangesWithinFiveMinutesAreFlapping() {
        Instant now = START.plusSeconds(300);
        Tenure[] failures = {failed(1, 0, 10), failed(2, 10, 20), failed(3, 20, 30), failed(4, 40, 50)};
        assertThat(summary(now, failures).isFlapping(now)).isTrue();
        assertThat(summary(now.plusSeconds(10), failures).isFlapping(now.plusSeconds(10)))
                .isFalse();
        assertThat(summary(now, tenure(1, 0, 10), failed(2, 10, 20), failed(3, 20, 30), failed(4, 40, 50))
                        .isFlapping(now))
                .isFalse();
    }

    @Test // API-9
    void summaryDropsChangesThatAreOlderThanAnHour() {
        Instant now = START.plusSeconds(60);
        TenureSummary summary = summary(now, tenure(1, 0, 10), tenure(2, 7, 20));
        assertThat(summary.at(now.plusSeconds(10))).isEqualTo(summary);
        TenureSummary later = summary.at(START.plusSeconds(3_603));
        assertThat(later.changes()).containsExactly(START.plusSeconds(7));
        assertThat(later.overlaps()).isEqualTo(summary.overlaps());
    }

    private static TenureSummary summary(Instant now, Tenure... tenures) {
        return TenureSummary.of(
                List.of(tenures).stream()
                        .map(tenure -> new ConsoleTenure(tenure, Optional.empty(), Optional.empty()))
                        .toList(),
                now);
    }

    private static Tenure tenure(long epoch, long from, long to) {
        return new Tenure(
                epoch,
                "i" + epoch,
                START.plusSeconds(from),
                Optional.of(START.plusSeconds(to)),
                Optional.of("resigned"));
    }

    private static Tenure failed(long epoch, long from, long to) {
        Tenure tenure = tenure(epoch, from, to);
        return new Tenure(epoch, tenure.instanceId(), tenure.from(), tenure.to(), Optional.of("expired"));
    }

    private static Tenure lasting(long epoch, long from) {
        return new Tenure(epoch, "i" + epoch, START.plusSeconds(from), Optional.empty(), Optional.empty());
    }
}
