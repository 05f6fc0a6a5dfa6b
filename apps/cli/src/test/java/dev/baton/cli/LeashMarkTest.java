package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// API-3: no process of a command outlives the leadership
class LeashMarkTest {

    @Test
    void limitOfAnInnerLeashIsLowerAndHasTheOuterMark() {
        String limit = "unlimited";
        String outer = "";
        for (int length : List.of(10, 15, 19)) {
            String mark = LeashMark.below(limit).orElseThrow();
            assertThat(mark).hasSize(length).startsWith(outer);
            String inner = LeashMark.limit(mark);
            assertThat(inner).hasSize(19).doesNotStartWith("5");
            assertThat(limit.equals("unlimited") || Long.parseLong(inner) < Long.parseLong(limit))
                    .isTrue();
            outer = mark;
            limit = inner;
        }
        assertThat(LeashMark.below(limit)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fa-IR", "ar-EG", "mr-IN"})
    void markHasAsciiDigitsInEveryLanguage(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            assertThat(LeashMark.create()).matches("[0-9]{10}");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void limitOfTheOuterLeashDoesNotHaveTheInnerMark() {
        for (int i = 0; i < 1000; i++) {
            String outer = LeashMark.limit(LeashMark.create());
            assertThat(outer).doesNotStartWith(LeashMark.below(outer).orElseThrow());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"200000", "0", "unknown", "3999999999999999999"})
    void lowerLimitOfAnotherProgramLeavesNoRoom(String limit) {
        assertThat(LeashMark.below(limit)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5000000000000000000", "18446744073709551614"})
    void higherLimitOfAnotherProgramIsLikeNone(String limit) {
        assertThat(LeashMark.below(limit).orElseThrow()).hasSize(10);
    }
}
