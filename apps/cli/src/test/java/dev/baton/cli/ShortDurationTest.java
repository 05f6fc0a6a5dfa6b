package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortDurationTest {

    @ParameterizedTest // PG-10
    @CsvSource({
        "0,0ms,0s",
        "8,8ms,0s",
        "1500,1.5s,1s",
        "10000,10s,10s",
        "252000,4m12s,4m",
        "240000,4m,4m",
        "11520000,3h12m,3h",
        "7200000,2h,2h",
        "183600000,2d3h,2d",
        "172800000,2d,2d",
        "-5,0ms,0s"
    })
    void hasMillisecondsOrTheTwoLargestUnits(long millis, String exact, String rounded) {
        assertThat(ShortDuration.exact(Duration.ofMillis(millis))).isEqualTo(exact);
        assertThat(ShortDuration.rounded(Duration.ofMillis(millis))).isEqualTo(rounded);
    }
}
