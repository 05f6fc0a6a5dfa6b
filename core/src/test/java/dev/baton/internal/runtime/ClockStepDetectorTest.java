package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ClockReading;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockStepDetectorTest {
    private final ClockStepDetector detector = new ClockStepDetector(at(0, 0));

    @Test
    void clocksThatAgreeNeedNoCheck() {
        for (long second = 1; second < 1000; second++) {
            assertThat(detector.mustCheckDeadlines(at(second * 1000, second * 1000)))
                    .isFalse();
        }
    }

    @Test
    void suspendIsDetectedAtOnceAndRemembered() {
        assertThat(detector.mustCheckDeadlines(at(500, 30_500))).isTrue();
        assertThat(detector.mustCheckDeadlines(at(60_000, 90_000))).isTrue();
        assertThat(detector.mustCheckDeadlines(at(301_000, 331_000))).isFalse();
    }

    @Test
    void backwardStepOfWallClockIsDetected() {
        assertThat(detector.mustCheckDeadlines(at(500, -5_000))).isTrue();
    }

    @Test
    void driftIsDetectedWhenItHasAddedUp() {
        assertThat(detector.mustCheckDeadlines(at(10_000, 10_060))).isFalse();
        assertThat(detector.mustCheckDeadlines(at(20_000, 20_120))).isTrue();
    }

    private static ClockReading at(long monotonicMillis, long wallMillis) {
        return new ClockReading(Duration.ofMillis(monotonicMillis).toNanos(), 1_700_000_000_000L + wallMillis);
    }
}
