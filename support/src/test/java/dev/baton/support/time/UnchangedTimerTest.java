package dev.baton.support.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnchangedTimerTest {
    private final UnchangedTimer<String, String> timer = new UnchangedTimer<>();

    @Test
    void measuresFromTheFirstSightOfTheValue() {
        assertThat(timer.observe("e", "v1", 100)).isZero();
        assertThat(timer.observe("e", "v1", 150)).isEqualTo(Duration.ofNanos(50));
        assertThat(timer.observe("e", "v2", 160)).isZero();
        assertThat(timer.observe("e", "v1", 170)).isZero();
    }

    @Test
    void keysAreIndependentAndCanBeForgotten() {
        timer.observe("a", "v", 0);
        timer.observe("b", "v", 0);
        timer.forget("a");
        assertThat(timer.observe("a", "v", 10)).isZero();
        timer.retain(Set.of("a"));
        assertThat(timer.observe("b", "v", 10)).isZero();
        assertThat(timer.observe("a", "v", 30)).isEqualTo(Duration.ofNanos(20));
    }

    @Test
    void worksAcrossTheOverflowOfTheMonotonicClock() {
        timer.observe("a", "v", Long.MAX_VALUE - 5);
        assertThat(timer.observe("a", "v", Long.MIN_VALUE + 4)).isEqualTo(Duration.ofNanos(10));
    }
}
