package dev.baton.lab.peers.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.history.HistoryChecker;
import dev.baton.lab.nemesis.history.HistoryFolder;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.lab.nemesis.history.OverlappingTenures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planted readings of two processes, judged by the checker of the nemesis. Times are in milliseconds. */
class LeadershipReadingsTest {
    private static final long MILLI = 1_000_000;
    private static final long LONGEST_FIRST = 10 * MILLI;

    @TempDir
    Path folder;

    private LeadershipReadings process(String name) throws IOException {
        return new LeadershipReadings(
                new HistoryLog(folder.resolve(name + "-1.history")), "lab", () -> false, LONGEST_FIRST);
    }

    /** Adds a reading every 2 ms with the same answer. */
    private static void read(LeadershipReadings process, long from, long to, boolean answer) {
        for (long at = from; at <= to; at += 2) {
            process.add(at * MILLI, answer, at * MILLI + 1_000);
        }
    }

    private List<OverlappingTenures> overlaps() throws IOException {
        return HistoryChecker.overlaps(new HistoryFolder(folder).read());
    }

    @Test
    void leadersOneAfterTheOtherAreNoOverlap() throws IOException {
        LeadershipReadings a = process("a");
        LeadershipReadings b = process("b");
        read(a, 1_000, 2_000, true);
        read(a, 2_002, 2_100, false);
        read(b, 1_000, 2_000, false);
        read(b, 2_004, 3_000, true);
        assertThat(overlaps()).isEmpty();
    }

    @Test
    void frozenLeaderThatStillLeadsAfterTheThawIsAnOverlap() throws IOException {
        LeadershipReadings a = process("a");
        LeadershipReadings b = process("b");
        read(a, 1_000, 2_000, true);
        read(b, 12_000, 20_000, true);
        read(a, 14_000, 14_030, true);
        read(a, 14_032, 15_000, false);
        assertThat(overlaps()).singleElement().satisfies(found -> {
            assertThat(found.process()).isEqualTo("a-1");
            assertThat(found.laterProcess()).isEqualTo("b-1");
            assertThat(found.laterAnnounced()).isEqualTo(12_000 * MILLI + 1_000);
            assertThat(found.validUntil()).isEqualTo(14_030 * MILLI);
        });
    }

    @Test // the answer can be from before the freeze
    void readingInWhichTheProcessWasFrozenIsNoOverlap() throws IOException {
        LeadershipReadings a = process("a");
        LeadershipReadings b = process("b");
        read(a, 1_000, 2_000, true);
        read(b, 12_000, 20_000, true);
        a.add(2_002 * MILLI, true, 14_000 * MILLI);
        read(a, 14_002, 15_000, false);
        assertThat(overlaps()).isEmpty();
    }

    @Test // it does not order the two tenures
    void slowFirstReadingDoesNotBeginATenure() throws IOException {
        LeadershipReadings a = process("a");
        LeadershipReadings b = process("b");
        read(b, 1_000, 3_000, true);
        read(b, 3_002, 3_100, false);
        a.add(500 * MILLI, true, 3_050 * MILLI);
        read(a, 3_052, 4_000, true);
        assertThat(overlaps()).isEmpty();
    }

    @Test
    void leadershipThatIsTakenFromALiveLeaderIsAnOverlapUntilItNotices() throws IOException {
        LeadershipReadings a = process("a");
        LeadershipReadings b = process("b");
        read(a, 1_000, 5_000, true);
        read(a, 5_002, 6_000, false);
        read(b, 3_000, 6_000, true);
        assertThat(overlaps())
                .extracting(OverlappingTenures::process, OverlappingTenures::validUntil)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("a-1", 5_000 * MILLI));
    }
}
