package dev.baton.support.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonFieldsTest {
    private final JsonFields fields = new JsonFields(
            "frame",
            Json.parseObject("{\"text\":\"t\",\"empty\":\"\",\"number\":7,\"part\":1.5,\"flag\":false,\"nothing\":null,"
                    + "\"time\":\"2026-11-15T10:00:00.250+02:00\",\"infinite\":1e999}"));

    @Test // QUORUM-12
    void fieldsAreReadByType() {
        assertThat(fields.text("text")).isEqualTo("t");
        assertThat(fields.number("number")).isEqualTo(7);
        assertThat(fields.flag("flag")).isFalse();
        assertThat(fields.time("time")).isEqualTo(Instant.parse("2026-11-15T08:00:00.250Z"));
    }

    @Test // QUORUM-12
    void whatMayBeMissingMayAlsoBeNull() {
        assertThat(fields.optionalText("absent")).isEmpty();
        assertThat(fields.optionalText("nothing")).isEmpty();
        assertThat(fields.optionalText("text")).contains("t");
        assertThat(fields.number("nothing", 3)).isEqualTo(3);
        assertThat(fields.number("number", 3)).isEqualTo(7);
        assertThat(fields.flag("absent", true)).isTrue();
        assertThat(fields.flag("flag", true)).isFalse();
    }

    @Test // QUORUM-12
    void aMissingOrWrongFieldIsNamed() {
        assertThatThrownBy(() -> fields.text("absent"))
                .hasMessage("frame: \"absent\" has to be a text, but is missing");
        assertThatThrownBy(() -> fields.text("empty")).hasMessage("frame: \"empty\" has to be a text, but is \"\"");
        assertThatThrownBy(() -> fields.number("part"))
                .hasMessage("frame: \"part\" has to be a whole number, but is 1.5");
        assertThatThrownBy(() -> fields.number("text", 1)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> fields.flag("nothing"))
                .hasMessage("frame: \"nothing\" has to be true or false, but is null");
        assertThatThrownBy(() -> fields.time("text"))
                .hasMessage("frame: \"text\" has to be an RFC 3339 time, but is \"t\"");
        assertThatThrownBy(() -> fields.number("infinite")).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> fields.optionalText("number")).isInstanceOf(JsonException.class);
    }

    @Test // QUORUM-12
    void timesBetweenWhichDifferencesOverflowAreRefused() {
        for (String time : List.of("+999999999-12-31T23:59:59Z", "-0001-01-01T00:00:00Z")) {
            JsonFields far = new JsonFields("frame", Map.of("time", time));
            assertThatThrownBy(() -> far.time("time")).hasMessageContaining("has to be an RFC 3339 time");
        }
        String latest = Instant.ofEpochMilli(Long.MAX_VALUE).toString();
        assertThat(new JsonFields("frame", Map.of("time", latest)).time("time").toEpochMilli())
                .isEqualTo(Long.MAX_VALUE);
    }
}
