package dev.baton.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkBackoffTest {

    @Test // API-3
    void delayDoublesFromOneSecondToAMinute() {
        List<Long> seconds = Stream.iterate(
                        WorkBackoff.NONE.failedAfter(Duration.ZERO), before -> before.failedAfter(Duration.ZERO))
                .limit(9)
                .map(backoff -> backoff.delay().toSeconds())
                .toList();
        assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
    }

    @Test // API-3
    void onlyAMinuteOfWorkWithoutFailureResetsTheDelay() {
        WorkBackoff third = new WorkBackoff(3);
        assertThat(third.failedAfter(Duration.ofMillis(59_999)).delay()).isEqualTo(Duration.ofSeconds(8));
        assertThat(third.failedAfter(Duration.ofSeconds(60)).delay()).isEqualTo(Duration.ofSeconds(1));
    }
}
