package dev.baton.support.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** JSON values that stay as they were written. */
class RawJsonTest {

    @Test // NODE-5
    void keepsEveryWellFormedValueExactly() {
        List<String> values = List.of(
                "1e400",
                "-0.0",
                "12345678901234567890123",
                "\"\\ud800 \\u0000 \\/\"",
                "{\"a\":1, \"a\":2}",
                "[ ]",
                "{ }",
                "[{},[],[[ ]],{\"k\":[1,{\"l\":null}]}]",
                "\"\uD83D\uDE00\"",
                "true",
                "false",
                "[".repeat(100_000) + "]".repeat(100_000));
        for (String value : values) {
            Map<String, ?> object =
                    Json.parseObject("{\"payload\": " + value + " ,\"n\":1}", JsonFormat.ofAnyLength("payload"));
            assertThat(object.get("payload")).isEqualTo(new RawJson(value));
            assertThat(Json.write(object)).isEqualTo("{\"payload\":" + value + ",\"n\":1}");
        }
        assertThat(Json.parseObject("{\"payload\":null}", JsonFormat.ofAnyLength("payload")))
                .containsEntry("payload", null);
    }

    @Test // NODE-5
    void refusesWhatIsNotOneJsonValue() {
        for (String text : List.of(
                "",
                " ",
                "1 2",
                "[1",
                "[1,]",
                "[,1]",
                "{\"a\"}",
                "{\"a\":}",
                "{a:1}",
                "{\"a\":1,}",
                "]",
                "01",
                "1.",
                "-",
                "+1",
                ".5",
                "1e",
                "tru",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\n\"",
                "[1}",
                "{\"a\":1]",
                "NaN",
                "\0")) {
            assertThatThrownBy(() -> new RawJson(text)).as(text).isInstanceOf(JsonException.class);
        }
    }
}
