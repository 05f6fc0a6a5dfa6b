package dev.baton.lab.mixed.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Overlaps that a mixed trial must find, and whose they are. Times are in milliseconds. */
class MixedCheckerTest {
    private static final long MILLI = 1_000_000;

    private final List<LeadReading> ours = new ArrayList<>();
    private final List<LeadReading> theirs = new ArrayList<>();
    private final List<HolderReading> store = new ArrayList<>();

    private static void lead(List<LeadReading> readings, String holder, long tenure, long from, long to) {
        for (long at = from; at <= to; at += 20) {
            readings.add(new LeadReading("e", holder, tenure, at * MILLI, at * MILLI + 1_000));
        }
    }

    private void held(String holder, long from, long to) {
        for (long at = from; at <= to; at += 10) {
            store.add(new HolderReading("e", holder, at * MILLI, at * MILLI + 1_000));
        }
    }

    private MixedVerdict verdict() {
        return MixedChecker.check(ours, theirs, store);
    }

    @Test
    void leadersThatFollowEachOtherAreNoOverlap() {
        lead(ours, "baton-1", 5, 0, 1_000);
        held("baton-1", 1, 1_001);
        lead(theirs, "native-1", 1, 1_100, 2_000);
        held("native-1", 1_050, 2_050);
        lead(ours, "baton-2", 9, 2_100, 3_000);
        held("baton-2", 2_060, 3_001);
        MixedVerdict verdict = verdict();
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.foreignOverlaps()).isEmpty();
        assertThat(verdict.tenures()).isEqualTo(2);
        assertThat(verdict.foreignTenures()).isEqualTo(1);
    }

    @Test
    void twoCandidatesOfBatonThatOverlapAreAViolation() {
        lead(ours, "baton-1", 5, 0, 1_000);
        lead(ours, "baton-2", 9, 900, 2_000);
        assertThat(verdict().violations())
                .singleElement()
                .asString()
                .contains("baton-2 (9) and baton-1 (5) led together for 99.999 ms");
    }

    @Test
    void candidateOfBatonThatWasFrozenWasValidUntilItsLastReading() {
        ours.add(new LeadReading("e", "baton-1", 5, 0, 1_000));
        ours.add(new LeadReading("e", "baton-1", 5, 5_000 * MILLI, 5_000 * MILLI + 1_000));
        lead(ours, "baton-2", 9, 2_000, 3_000);
        assertThat(verdict().violations()).singleElement().asString().contains("led together");
    }

    @Test
    void epochsThatRepeatOrGoBackAreViolations() {
        lead(ours, "baton-1", 5, 0, 1_000);
        lead(ours, "baton-2", 5, 2_000, 3_000);
        lead(ours, "baton-3", 4, 4_000, 5_000);
        assertThat(verdict().violations())
                .anyMatch(violation -> violation.contains("the epoch of baton-2 (5) was given twice"))
                .anyMatch(violation -> violation.contains("baton-3 (4) began after baton-2 (5)"));
    }

    @Test
    void storeThatNamesAnotherOneWhileBatonIsValidIsAViolation() {
        lead(ours, "baton-1", 5, 0, 1_000);
        held("baton-1", 1, 400);
        held("native-1", 410, 500);
        assertThat(verdict().violations())
                .singleElement()
                .asString()
                .contains("the store named \"native-1\" while baton-1 (5) was valid");
    }

    @Test
    void nativeLeaderThatGoesOnAfterItsFreezeIsItsOwnOverlap() {
        lead(theirs, "native-1", 1, 0, 1_000);
        // It was frozen until 9,000, and Baton leads since 7,000.
        lead(ours, "baton-1", 5, 7_000, 12_000);
        held("baton-1", 6_900, 12_001);
        lead(theirs, "native-1", 1, 9_000, 9_300);
        MixedVerdict verdict = verdict();
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.foreignOverlaps()).hasSize(1);
        assertThat(verdict.longestForeignOverlap()).isBetween(299.0, 301.0);
    }

    @Test
    void frozenNativeLeaderDoesNothing() {
        lead(theirs, "native-1", 1, 0, 1_000);
        lead(ours, "baton-1", 5, 7_000, 8_000);
        held("baton-1", 6_900, 8_001);
        lead(theirs, "native-1", 1, 9_000, 9_300);
        assertThat(verdict().foreignOverlaps()).isEmpty();
    }

    @Test
    void candidateOfBatonThatGoesOnIsAViolation() {
        lead(ours, "baton-1", 5, 0, 1_200);
        held("baton-1", 1, 900);
        lead(theirs, "native-1", 1, 1_000, 2_000);
        assertThat(verdict().violations())
                .singleElement()
                .asString()
                .contains(
                        "baton-1 (5) and native-1 (1) led together", "did not name the former after the begin of both");
    }

    @Test
    void candidateOfBatonThatBeginsTooEarlyIsAViolation() {
        lead(theirs, "native-1", 1, 0, 1_000);
        held("native-1", 1, 1_000);
        lead(ours, "baton-1", 5, 900, 2_000);
        held("baton-1", 1_010, 2_001);
        assertThat(verdict().violations())
                .anyMatch(violation -> violation.contains("the store named \"native-1\" while baton-1 (5) was valid"));
    }

    @Test
    void singleReadingOfANativeLeaderDuringATenureIsAnOverlap() {
        lead(theirs, "native-1", 1, 0, 1_000);
        lead(ours, "baton-1", 5, 7_000, 12_000);
        held("baton-1", 6_900, 12_001);
        theirs.add(new LeadReading("e", "native-1", 1, 9_000 * MILLI, 9_000 * MILLI + 1_000));
        assertThat(verdict().foreignOverlaps()).hasSize(1);
        theirs.set(theirs.size() - 1, new LeadReading("e", "native-1", 1, 6_999 * MILLI, 7_000 * MILLI + 10));
        assertThat(verdict().foreignOverlaps()).isEmpty();
    }

    @Test
    void otherProgramsThatOverlapAreReportedApart() {
        lead(theirs, "native-1", 1, 0, 1_000);
        lead(theirs, "native-2", 1, 900, 2_000);
        MixedVerdict verdict = verdict();
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.foreignOverlaps()).hasSize(1);
    }

    @Test
    void incompleteLineOfAKilledProcessIsDropped() {
        assertThat(LeadReading.parse("e baton-1 5 10 20")).isPresent();
        assertThat(LeadReading.parse("e baton-1 5 10 2")).isEmpty();
        assertThat(LeadReading.parse("e baton-1 5 10")).isEmpty();
        assertThat(LeadReading.parse("e baton-1 5 10 -")).isEmpty();
    }
}
