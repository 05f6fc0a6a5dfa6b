package dev.baton.lab.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.nemesis.history.OverlappingTenures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which fault an overlap is attributed to, and how long it was. Times are in nanoseconds. */
class FaultWindowTest {
    private static final FaultWindow FREEZE = new FaultWindow(PeerFault.FREEZE, 100, 500, 900);
    private static final FaultWindow CUT = new FaultWindow(PeerFault.CUT, 1_000, Long.MIN_VALUE, 1_900);

    @Test
    void overlapAfterAThawCountsFromTheThaw() {
        assertThat(FREEZE.overlap(List.of(new OverlappingTenures("a", "b", 400, 530))))
                .contains(Duration.ofNanos(30));
    }

    @Test
    void overlapOfACutCountsFromTheLaterLeader() {
        assertThat(CUT.overlap(List.of(new OverlappingTenures("a", "b", 1_200, 1_250))))
                .contains(Duration.ofNanos(50));
    }

    @Test
    void overlapBelongsToOneWindowOnly() {
        List<OverlappingTenures> overlaps = List.of(new OverlappingTenures("a", "b", 1_200, 1_250));
        assertThat(FREEZE.overlap(overlaps)).isEmpty();
        assertThat(FaultWindow.judge(List.of(FREEZE, CUT), PeerFault.CUT, overlaps))
                .isEqualTo(new PeerFigure.Overlaps(1, 1, Optional.of(Duration.ofNanos(50))));
        assertThat(FaultWindow.judge(List.of(FREEZE, CUT), PeerFault.FREEZE, overlaps))
                .isEqualTo(new PeerFigure.Overlaps(1, 0, Optional.empty()));
    }

    @Test
    void longestOfAllRoundsIsShown() {
        FaultWindow second = new FaultWindow(PeerFault.CUT, 2_000, Long.MIN_VALUE, 2_900);
        FaultWindow third = new FaultWindow(PeerFault.CUT, 3_000, Long.MIN_VALUE, 3_900);
        List<OverlappingTenures> overlaps =
                List.of(new OverlappingTenures("a", "b", 1_200, 1_250), new OverlappingTenures("b", "c", 2_100, 2_200));
        assertThat(FaultWindow.judge(List.of(CUT, second, third), PeerFault.CUT, overlaps))
                .isEqualTo(new PeerFigure.Overlaps(3, 2, Optional.of(Duration.ofNanos(100))));
    }
}
