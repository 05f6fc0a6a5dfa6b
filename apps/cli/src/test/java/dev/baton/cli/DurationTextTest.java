package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

    // PG-10
    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "5m,300000", "2,2000", "0.25,250", "1.5s,1500", "0,0", ".5,500", "0.5m,30000"
    })
    void aDurationIsANumberWithAUnitOrBareSeconds(String text, long millis) {
        assertThat(DurationText.parse("--wait", text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "s", "ms", "-1", "+1", "1h", "1 s", "1e3", "1.2.3", ".", "ten", "999999999999999999999"})
    void anythingElseIsRefusedWithTheWaysThatWork(String text) {
        assertThatThrownBy(() -> DurationText.parse("--wait", text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--wait")
                .hasMessageContaining("500ms, 10s or 5m");
    }

    @Test
    void aDurationBeyondTheLongestIsRefused() {
        assertThatThrownBy(() -> DurationText.parse("--wait", "99999999999999999999m"))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("too long");
    }
}
