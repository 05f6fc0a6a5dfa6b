package dev.baton.support.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test // FILE-11
    void valuesSurviveARoundTrip() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("text", "quote \" slash \\ line \n tab \t return \r bell \u0007 🎉 \u2028 é");
        object.put("whole", Long.MIN_VALUE);
        object.put("part", 0.25);
        object.put("yes", true);
        object.put("nothing", null);
        object.put("list", new ArrayList<>(Arrays.asList(1L, "two", null, List.of(), Map.of())));
        assertThat(Json.parse(Json.write(object))).isEqualTo(object);
    }

    @Test // FILE-11
    void textStaysOnOneLine() {
        assertThat(Json.write("a\nb\u2028c\u0085")).isEqualTo("\"a\\nb\\u2028c\u0085\"");
        assertThat(Json.write(Map.of())).isEqualTo("{}");
        assertThat(Json.write(List.of(1, 2L))).isEqualTo("[1,2]");
    }

    @Test // FILE-11
    void keysKeepTheirOrder() {
        assertThat(Json.parseObject("{\"b\":1,\"a\":2}").keySet()).containsExactly("b", "a");
    }

    @Test // FILE-11
    void allEscapesAreRead() {
        assertThat(Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83C\\uDF89\""))
                .isEqualTo("\"\\/\b\f\n\r\té🎉");
    }

    @Test // FILE-11
    void numbersAreLongWhereTheyFitAndDoubleElse() {
        assertThat(Json.parse(" -9223372036854775808 ")).isEqualTo(Long.MIN_VALUE);
        assertThat(Json.parse("9223372036854775808")).isEqualTo(9.223372036854776E18);
        assertThat(Json.parse("-0.5e+2")).isEqualTo(-50.0);
        assertThat(Json.parse("1E-2")).isEqualTo(0.01);
    }

    @ParameterizedTest // FILE-11, QUORUM-12
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[",
                "[1,]",
                "{,}",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "01",
                "+1",
                ".5",
                "5.",
                "1e",
                "--1",
                "tru",
                "nul",
                "NaN",
                "Infinity",
                "\"",
                "\"\\\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12g4\"",
                "\"\\u１２３４\"",
                "\"a\nb\"",
                "1 2",
                "{} x",
                "// c\n1",
                "[1 2]",
                "\uFEFF1",
                "\"\\",
            })
    void whatIsNotJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
    }

    @Test // FILE-11
    void whereItWentWrongIsInTheMessage() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1 \"b\":2}"))
                .hasMessage("malformed JSON at character 7: expected '}'");
        assertThatThrownBy(() -> Json.parse("[1,2")).hasMessage("malformed JSON at character 4: expected ']'");
    }

    @Test // QUORUM-12
    void aKeyThatComesTwiceIsRefused() {
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\"a\":2}")).hasMessage("JSON object has the key \"a\" twice");
    }

    @Test // FILE-11
    void whatIsTooLongOrTooDeepIsRefused() {
        assertThat(Json.parse("[".repeat(32) + "]".repeat(32))).isInstanceOf(List.class);
        assertThatThrownBy(() -> Json.parse("[".repeat(33) + "]".repeat(33))).hasMessage("JSON nested deeper than 32");
        assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000))).hasMessage("JSON nested deeper than 32");
        String longest = "\"" + "x".repeat((1 << 20) - 2) + "\"";
        assertThat(Json.parse(longest)).isInstanceOf(String.class);
        assertThatThrownBy(() -> Json.parse(longest + " ")).isInstanceOf(JsonException.class);
    }

    @Test // FILE-11
    void whatHasNoJsonIsNotWritten() {
        assertThatThrownBy(() -> Json.write(Double.NaN)).hasMessage("JSON has no number NaN");
        assertThatThrownBy(() -> Json.write(Double.POSITIVE_INFINITY)).isInstanceOf(JsonException.class);
        assertThatThrownBy(() -> Json.write(new StringBuilder[0])).hasMessageStartingWith("not a JSON value: ");
    }

    @Test // FILE-11
    void whatIsNoObjectIsNotTakenForOne() {
        assertThatThrownBy(() -> Json.parseObject("[]")).hasMessage("expected a JSON object");
    }
}
