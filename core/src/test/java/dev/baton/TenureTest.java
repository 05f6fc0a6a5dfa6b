package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TenureTest {

    private static Tenure reign(long epoch, long from, long to) {
        return new Tenure(
                epoch,
                "i" + epoch,
                Instant.ofEpochSecond(from),
                Optional.of(Instant.ofEpochSecond(to)),
                Optional.empty());
    }

    private static Tenure open(long epoch, long from) {
        return new Tenure(epoch, "i" + epoch, Instant.ofEpochSecond(from), Optional.empty(), Optional.empty());
    }

    @Test // API-9
    void reignsThatFollowEachOtherDoNotOverlap() {
        assertThat(Tenure.overlapping(List.of(reign(1, 0, 5), reign(2, 5, 9), open(3, 9))))
                .isZero();
    }

    @Test // API-9
    void aReignThatBeganBeforeAnEarlierOneEndedIsCountedHoweverTheyAreListed() {
        assertThat(Tenure.overlapping(List.of(open(3, 8), reign(2, 4, 9), reign(1, 0, 5))))
                .isEqualTo(2);
    }

    @Test // API-9
    void aLongReignIsSeenBehindAShortOne() {
        assertThat(Tenure.overlapping(List.of(reign(1, 0, 100), reign(2, 50, 60), reign(4, 70, 80))))
                .isEqualTo(2);
    }

    @Test // API-9
    void anEndThatNobodyWroteDownAccusesNobody() {
        assertThat(Tenure.overlapping(List.of(open(1, 0), open(2, 5)))).isZero();
    }
}
