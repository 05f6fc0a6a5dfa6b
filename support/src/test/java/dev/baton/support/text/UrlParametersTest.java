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
                    .satisfies(error -> assertThat(error.getMessage()).doesNotContain("host", "@"));
        }
    }

    @Test
    void refusesMissingValuesDuplicatesAndBrokenEscapes() {
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl", FORM)).hasMessageContaining("ttl has no value");
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl=1&ttl=2", FORM)).hasMessageContaining("given twice");
        assertThatThrownBy(() -> UrlParameters.of("x:?ttl=%2", FORM)).hasMessageContaining("percent escape");
        assertThatThrownBy(() -> UrlParameters.of("x:?mode=maybe", FORM).takeOneOf("mode", List.of("on", "off")))
                .hasMessageContaining("mode must be on or off");
        assertThat(UrlParameters.of("x:?", FORM).takeAll(List.of("a"))).isEqualTo(Map.of());
    }

    @Test
    void redactsPasswords() {
        assertThat(Redaction.of("postgres://u:se@cret@host/db?x=1")).isEqualTo("postgres://u:***@host/db?x=1");
        assertThat(Redaction.of("postgres://host/db?password=s&x=1")).isEqualTo("postgres://host/db?password=***&x=1");
        assertThat(Redaction.hasPassword("postgres://u@host/db")).isFalse();
        assertThat(Redaction.hasPassword("postgres://u:p@host/db")).isTrue();
        assertThat(Redaction.hasPassword("host=x password = y")).isTrue();
    }
}
