package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UrlParametersTest {
    private static final String FORM = "x:PATH?ttl=D";

    @Test
    void takesKnownParametersDecoded() {
        UrlParameters parameters = UrlParameters.of("x:/p?ttl=1m&name=a%20b+c&mode=on", FORM);
        assertThat(parameters.takeDuration("ttl")).contains(Duration.ofMinutes(1));
        assertThat(parameters.take("name")).contains("a b+c");
        assertThat(parameters.takeOneOf("mode", List.of("on", "off"))).contains("on");
        assertThat(parameters.take("absent")).isEmpty();
        parameters.refuseOthers();
        assertThat(UrlParameters.withoutParameters("x:/p?ttl=1m")).isEqualTo("x:/p");
    }

    @Test
    void refusesUnknownParameterWithSuggestion() {
        UrlParameters parameters = UrlParameters.of("x:/p?takeOver=exclusive", FORM);
        parameters.take("takeover");
        assertThatThrownBy(parameters::refuseOthers)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("takeOver", "did you mean takeover?", FORM)
                .hasMessageNotContaining("exclusive");
    }

    @Test
    void neverShowsPartOfAPassword() {
        for (String url : List.of(
                "postgres://u:se?cret@host/db", "postgres://u:se?cret=x@host/db", "postgres://u:p?a&cret@h/db")) {
            assertThatThrownBy(() -> {
                        UrlParameters parameters = UrlParameters.of(url, FORM);
                        parameters.refuseOthers();
                    })
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(error -> assertThat(error.getMessage()).doesNotContain("host", "cret"));
        }
    }

    @Test
    void refusesMissingValuesDuplicatesAndBrokenEscapes() {
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl", FORM)).hasMessageContaining("ttl has no value");
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl=", FORM)).hasMessageContaining("ttl has no value");
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl=abc", FORM).takeDuration("ttl"))
                .hasMessageContaining("ttl is not a duration")
                .hasMessageNotContaining("abc");
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl=1&ttl=2", FORM)).hasMessageContaining("given twice");
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl=%2", FORM)).hasMessageContaining("percent escape");
        assertThatThrownBy(() -> UrlParameters.of("x:?mode=maybe", FORM).takeOneOf("mode", List.of("on", "off")))
                .hasMessageContaining("mode must be on or off");
        assertThat(UrlParameters.of("x:?", FORM).takeAll(List.of("a"))).isEqualTo(Map.of());
    }

    @Test
    void hidesWholeUrlInEveryErrorIfAPasswordMayBeCut() {
        for (String url : List.of(
                "postgres://u:x?hunter2=1@h/db",
                "postgres://h/db?password=my&hunter2",
                "postgres://h/db?sslpassword=my&hunter2=x",
                "postgres://u:x?hunter2=1",
                "lease:postgres:u:x?hunter2=1",
                "mqtt://u:hunter2/g")) {
            assertThatThrownBy(() -> UrlParameters.parse(url, FORM, parameters -> {
                        throw new IllegalArgumentException("hunter2");
                    }))
                    .as(url)
                    .hasMessageContainingAll("may contain a password", "%25", FORM)
                    .hasMessageNotContaining("hunter2")
                    .hasNoCause();
        }
        for (String url : List.of(
                "postgres://u:pw@h:5432,[::1]:1/db?ttl=1", "quorum://a@h:1?peers=b@h:2", "lease:sqlite:a:b?ttl=1")) {
            assertThatThrownBy(() -> UrlParameters.parse(url, FORM, parameters -> {
                        throw new IllegalArgumentException("shown");
                    }))
                    .as(url)
                    .hasMessage("shown");
        }
    }

    @Test
    void suggestsWordWithSwappedCharacters() {
        assertThat(Suggestion.text("rnu", List.of("run", "jobs"))).isEqualTo("; did you mean run?");
        assertThat(Suggestion.text("sumbit", List.of("submit", "list"))).isEqualTo("; did you mean submit?");
        assertThat(Suggestion.text("xyz", List.of("run"))).isEmpty();
    }

    @Test
    void redactsPasswords() {
        assertThat(Redaction.of("postgres://u:se@cret@host/db?x=1")).isEqualTo("postgres://u:***@host/db?x=1");
        assertThat(Redaction.of("postgres://host/db?password=s&x=1")).isEqualTo("postgres://host/db?password=***");
        assertThat(Redaction.of("postgres:u:se@cret@host/db")).isEqualTo("postgres:u:***@host/db");
        assertThat(Redaction.hasPassword("postgres://u@host/db")).isFalse();
        assertThat(Redaction.hasPassword("postgres://u:p@host/db")).isTrue();
        assertThat(Redaction.hasPassword("host=x password = y")).isTrue();
    }
}
