package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ClockReading;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When somebody has to look at the deadlines, and when the timers do. */
class ClockStepDetectorTest {
    private final ClockStepDetector watch = new ClockStepDetector(at(0, 0));

    @Test
    void clocksThatGoTogetherNeedNobodyToLook() {
        for (long second = 1; second < 1000; second++) {
            assertThat(watch.mustLook(at(second * 1000, second * 1000))).isFalse();
        }
    }

    @Test
    void aSuspendIsSeenAtOnceAndRemembered() {
        assertThat(watch.mustLook(at(500, 30_500))).isTrue();
        assertThat(watch.mustLook(at(60_000, 90_000))).isTrue();
        assertThat(watch.mustLook(at(301_000, 331_000))).isFalse();
    }

    @Test
    void aBackwardStepOfTheWallClockIsSeenToo() {
        assertThat(watch.mustLook(at(500, -5_000))).isTrue();
    }

    @Test
    void aDriftIsSeenWhenItHasAddedUp() {
        assertThat(watch.mustLook(at(10_000, 10_060))).isFalse();
        assertThat(watch.mustLook(at(20_000, 20_120))).isTrue();
    }

    private static ClockReading at(long monotonicMillis, long wallMillis) {
        return new ClockReading(Duration.ofMillis(monotonicMillis).toNanos(), 1_700_000_000_000L + wallMillis);
    }
}
