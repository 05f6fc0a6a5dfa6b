package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "500ms,500",
        "10s,10000",
        "5m,300000",
        "2h,7200000",
        "2,2000",
        "2.5,2500",
        "0.5s,500",
        "1.5m,90000",
        ".5,500",
        "0,0"
    })
    void parsesUnitsFractionsAndBareSeconds(String text, long millis) {
        assertThat(Durations.parse("ttl", text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "ms", "-1s", "+1", "1d", "1e3", "1 s", "0x10", ".", "1..2", "NaN", "٣s"})
    void refusesOtherTextWithNameAndText(String text) {
        assertThatThrownBy(() -> Durations.parse("ttl", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ttl=" + text)
                .hasMessageContaining("500ms");
        assertThatThrownBy(() -> Durations.parse("--validity", text)).hasMessageContaining("--validity " + text);
    }

    @Test
    void refusesMoreThanTenYears() {
        assertThat(Durations.parse("--wait", "87600h")).isEqualTo(Durations.LONGEST);
        assertThatThrownBy(() -> Durations.parse("--validity", "99999999999h"))
                .hasMessage("--validity 99999999999h is too long: the maximum is 87600h");
        assertThatThrownBy(() -> Durations.parse("ttl", "315360000.001"))
                .hasMessage("ttl=315360000.001 is too long: the maximum is 87600h");
        assertThatThrownBy(() -> Durations.parse("ttl", "99999999999999999999m"))
                .hasMessageContaining("too long");
    }
}
